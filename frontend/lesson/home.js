/** The home page: the theme, and progress that comes from a file. */
import { makeThemes } from '../app/bar.js'

const store = (() => { try { return localStorage } catch { return null } })()
makeThemes({ root: document.getElementById('theme'), store })

const file = document.getElementById('progress-file')
const says = document.getElementById('progress-says')
file?.addEventListener('change', async () => {
  const [chosen] = file.files
  file.value = ''
  if (!chosen) return
  try {
    const answer = await fetch('/progress', { method: 'POST', body: chosen })
    if (answer.ok) location.reload()
    else says.textContent = (await answer.json()).error.message
  } catch {
    says.textContent = file.dataset.failed
  }
})

/** The home page: progress that comes from a file. It imports nothing, since the page's other modules come in one file. */
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

// A classic script in the head, on purpose: it sets the theme before anything is painted, and a module would come too late.
// It also hears the switch, on every page that has one.
(() => {
  const page = document.documentElement
  let store = null
  try {
    store = localStorage
    const theme = store.getItem('carril-theme')
    if (theme === 'light' || theme === 'dark') page.dataset.theme = theme
  } catch {
    // Without a store the system's theme stands.
  }
  document.addEventListener('DOMContentLoaded', () => {
    const chosen = document.querySelector(`#theme [value=${page.dataset.theme ?? 'system'}]`)
    if (chosen) chosen.checked = true
  })
  document.addEventListener('change', ({ target }) => {
    if (target.name !== 'theme') return
    const theme = target.value
    if (theme === 'system') delete page.dataset.theme
    else page.dataset.theme = theme
    try {
      if (theme === 'system') store.removeItem('carril-theme')
      else store.setItem('carril-theme', theme)
    } catch {
      // Without a store the choice lasts as long as the page.
    }
  })
})()

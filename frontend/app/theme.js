// A classic script in the head, on purpose: it sets the theme before anything is painted, and a module would come too late.
(() => {
  try {
    const theme = localStorage.getItem('carril-theme')
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  } catch {
    // Without a store the system's theme stands.
  }
})()

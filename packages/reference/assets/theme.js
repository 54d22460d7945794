// Runs before the page is painted, so that it does not appear in the wrong theme first.
try {
  const theme = localStorage.getItem('reference-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // The browser blocks storage.
}

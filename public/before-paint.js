// Sets theme, font size, contrast, motion and primary color on <html> before anything is drawn. Kept in step with
// src/web/lib/appearance.ts (its test runs both); a file of its own because the page allows no inline script.
;(() => {
  const root = document.documentElement.dataset
  let dark = null
  let stored = {}
  try {
    dark = localStorage.getItem('darkMode')
    stored = JSON.parse(localStorage.getItem('themeConfig') ?? '{}') ?? {}
  } catch {
    // Storage refused or unreadable: the defaults stand.
  }
  const system = (query) => typeof matchMedia === 'function' && matchMedia(query).matches
  const implied = dark === 'true' ? 'dark' : dark === 'false' ? 'light' : 'auto'
  const mode = ['auto', 'light', 'dark'].includes(stored.mode) ? stored.mode : implied
  const isDark = mode === 'dark' || (mode === 'auto' && system('(prefers-color-scheme: dark)'))
  root.theme = isDark ? 'dark' : 'light'
  root.fontSize = ['small', 'medium', 'large'].includes(stored.fontSize) ? stored.fontSize : 'medium'
  root.contrast = stored.contrast === 'high' || system('(prefers-contrast: more)') ? 'high' : 'normal'
  root.reducedMotion = String(stored.reducedMotion === true)
  const primary = stored.customColors?.primary
  root.primary = ['blue', 'teal', 'violet', 'plum', 'slate'].includes(primary) ? primary : 'blue'
  if (root.primary !== 'blue') {
    const sheet = document.createElement('link')
    // Nothing is drawn in blue first.
    Object.assign(sheet, { id: 'primary-colors', rel: 'stylesheet', href: '/primary-colors.css', blocking: 'render' })
    document.head.append(sheet)
  }
  root.compact = String(stored.compactView === true)
})()

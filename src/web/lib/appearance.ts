import { type PrimaryColor, primaryColors } from '#contract/vocabulary.ts'

/** The chosen appearance; `mode: 'auto'` follows the system. */
export type Appearance = {
  mode: 'auto' | 'light' | 'dark'
  fontSize: 'small' | 'medium' | 'large'
  contrast: 'normal' | 'high'
  reducedMotion: boolean
  primary: PrimaryColor
  /** Whether list rows are closer together. */
  compactView: boolean
}

export const defaultAppearance: Appearance = {
  mode: 'auto',
  fontSize: 'medium',
  contrast: 'normal',
  reducedMotion: false,
  primary: 'blue',
  compactView: false,
}

/** Local storage keys. `public/before-paint.js` reads the same two. */
const appearanceKey = 'themeConfig'
const darkModeKey = 'darkMode'

const oneOf = <T extends string>(value: unknown, known: readonly T[], fallback: T): T =>
  known.find((item) => item === value) ?? fallback

const systemPrefers = (query: string) => typeof matchMedia === 'function' && matchMedia(query).matches

/** Reads the stored appearance; unreadable values fall back to their defaults. Without a mode, the dark-mode setting applies. */
export function readAppearance(): Appearance {
  let stored: Record<string, unknown> = {}
  let dark: string | null = null
  try {
    dark = localStorage.getItem(darkModeKey)
    stored = JSON.parse(localStorage.getItem(appearanceKey) ?? '{}') ?? {}
  } catch {
    // Storage is refused or unreadable, so the defaults apply.
  }
  const implied = dark === 'true' ? 'dark' : dark === 'false' ? 'light' : defaultAppearance.mode
  return {
    mode: oneOf(stored.mode, ['auto', 'light', 'dark'], implied),
    fontSize: oneOf(stored.fontSize, ['small', 'medium', 'large'], defaultAppearance.fontSize),
    contrast: oneOf(stored.contrast, ['normal', 'high'], defaultAppearance.contrast),
    reducedMotion: stored.reducedMotion === true,
    primary: oneOf((stored.customColors as { primary?: unknown } | null | undefined)?.primary, primaryColors, 'blue'),
    compactView: stored.compactView === true,
  }
}

/** True if the page should be dark: the chosen mode, or the system preference in 'auto'. */
export const isDark = ({ mode }: Pick<Appearance, 'mode'>): boolean =>
  mode === 'dark' || (mode === 'auto' && systemPrefers('(prefers-color-scheme: dark)'))

const primarySheetId = 'primary-colors'

/** Loads the style sheet of primary colors; users who keep blue do not need it. */
const loadPrimaryColors = (): void => {
  if (document.getElementById(primarySheetId)) return
  const sheet = document.createElement('link')
  Object.assign(sheet, { id: primarySheetId, rel: 'stylesheet', href: '/primary-colors.css' })
  document.head.append(sheet)
}

/** Sets the appearance on <html>, where the tokens of styles/ read it. */
export function applyAppearance(appearance: Appearance): void {
  const { dataset } = document.documentElement
  dataset.theme = isDark(appearance) ? 'dark' : 'light'
  dataset.fontSize = appearance.fontSize
  dataset.contrast = appearance.contrast === 'high' || systemPrefers('(prefers-contrast: more)') ? 'high' : 'normal'
  dataset.reducedMotion = String(appearance.reducedMotion)
  dataset.primary = appearance.primary
  if (appearance.primary !== 'blue') loadPrimaryColors()
  dataset.compact = String(appearance.compactView)
}

/** Stores and applies the appearance. The dark-mode setting is stored separately too. */
export function storeAppearance(appearance: Appearance): void {
  const { primary, ...config } = appearance
  try {
    localStorage.setItem(appearanceKey, JSON.stringify({ ...config, customColors: { primary } }))
    if (appearance.mode === 'auto') localStorage.removeItem(darkModeKey)
    else localStorage.setItem(darkModeKey, String(appearance.mode === 'dark'))
  } catch {
    // Without storage the choice lasts only as long as the page.
  }
  applyAppearance(appearance)
}

/** Follows the system preference while the page is open. Returns a function that stops it. */
export function watchSystemAppearance(read: () => Appearance = readAppearance): () => void {
  const queries = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'].map((query) => matchMedia(query))
  const apply = () => applyAppearance(read())
  for (const query of queries) query.addEventListener('change', apply)
  return () => {
    for (const query of queries) query.removeEventListener('change', apply)
  }
}

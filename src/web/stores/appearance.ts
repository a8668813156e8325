import { type Appearance, applyAppearance, isDark, readAppearance, storeAppearance } from '#web/lib/appearance.ts'
import { partOfStore, useAppStore } from './app-store.ts'

function useTheme(): Appearance
function useTheme<Read>(select: (appearance: Appearance) => Read): Read
function useTheme<Read>(select?: (appearance: Appearance) => Read): Appearance | Read {
  return useAppStore(({ theme }) => (select ? select(theme) : theme))
}

/** The appearance of this device. */
export const useAppearance = Object.assign(useTheme, partOfStore('theme'))

/** Changes the appearance on screen and in local storage. */
export const changeAppearance = (change: Partial<Appearance>): void => {
  const next = { ...useAppearance.getState(), ...change }
  useAppearance.setState(next)
  storeAppearance(next)
}

/** Toggles between dark and light. Returns true if the page is dark now. */
export const toggleDarkMode = (): boolean => {
  const dark = !isDark(useAppearance.getState())
  changeAppearance({ mode: dark ? 'dark' : 'light' })
  return dark
}

/** Rereads the stored appearance, as a new page would (for tests). */
export const rereadAppearance = (): void => {
  useAppearance.setState(readAppearance())
  applyAppearance(useAppearance.getState())
}

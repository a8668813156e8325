import { create } from 'zustand'
import { type Appearance, applyAppearance, isDark, readAppearance, storeAppearance } from '#web/lib/appearance.ts'

/** The look this device shows; before-paint.js has applied it already. */
export const useAppearance = create<Appearance>(() => readAppearance())

/** Changes the look, on screen and in local storage. */
export const changeAppearance = (change: Partial<Appearance>): void => {
  const next = { ...useAppearance.getState(), ...change }
  useAppearance.setState(next)
  storeAppearance(next)
}

/** Dark to light and back; returns whether it is dark now. */
export const toggleDarkMode = (): boolean => {
  const dark = !isDark(useAppearance.getState())
  changeAppearance({ mode: dark ? 'dark' : 'light' })
  return dark
}

/** Reads the stored look again, as a new page would (tests). */
export const rereadAppearance = (): void => {
  useAppearance.setState(readAppearance())
  applyAppearance(useAppearance.getState())
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { saveSettingsMutation } from '#web/api/users/users.mutations.ts'
import { isDark } from '#web/lib/appearance.ts'
import { toggleDarkMode, useAppearance } from '#web/stores/appearance.ts'

/** Toggles dark mode: stored on this device at once, and in the user's settings. */
export const useToggleTheme = () => {
  const dark = useAppearance(isDark)
  const { mutate } = useMutation(saveSettingsMutation(useQueryClient()))
  return { dark, toggle: () => mutate({ appearance: { darkMode: toggleDarkMode() } }) }
}

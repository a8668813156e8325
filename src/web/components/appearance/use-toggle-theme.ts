import { useMutation, useQueryClient } from '@tanstack/react-query'
import { saveSettingsMutation } from '#web/api/users/users.mutations.ts'
import { isDark } from '#web/lib/appearance.ts'
import { toggleDarkMode, useAppearance } from '#web/stores/appearance.ts'

/** Dark or light: stored on this device at once, and in the user's settings (specification 4.3). */
export const useToggleTheme = () => {
  const dark = useAppearance(isDark)
  const { mutate } = useMutation(saveSettingsMutation(useQueryClient()))
  return { dark, toggle: () => mutate({ appearance: { darkMode: toggleDarkMode() } }) }
}

import { useIsMutating, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Settings } from '#contract/users.ts'
import { settingsKey } from '#web/api/users/users.mutations.ts'
import { meQuery } from '#web/api/users/users.queries.ts'
import type { Appearance } from '#web/lib/appearance.ts'
import { changeAppearance, useAppearance } from '#web/stores/appearance.ts'

/** The choices of the user for all their devices; for the rest this device uses its own settings. */
export const chosenAppearance = (stored: Settings['appearance']): Partial<Appearance> => {
  const { mode, fontSize, contrast, reducedMotion, compactView, customColors } = stored
  const chosen = { mode, fontSize, contrast, reducedMotion, compactView, primary: customColors?.primary }
  return Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined))
}

/** Keeps the appearance of this device equal to the choices on any device of the user. */
export const useFollowAppearance = (): void => {
  const { data: stored } = useQuery({ ...meQuery(), select: ({ settings }) => settings.appearance })
  const isSaving = useIsMutating({ mutationKey: settingsKey }) > 0
  useEffect(() => {
    // While a choice is being saved, older answers of the server are out of date.
    if (!stored || isSaving) return
    const chosen = chosenAppearance(stored)
    const now = useAppearance.getState()
    if (Object.entries(chosen).some(([name, value]) => now[name as keyof Appearance] !== value))
      changeAppearance(chosen)
  }, [stored, isSaving])
}

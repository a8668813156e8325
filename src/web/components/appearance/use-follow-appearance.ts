import { useIsMutating, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Settings } from '#contract/users.ts'
import { settingsKey } from '#web/api/users/users.mutations.ts'
import { meQuery } from '#web/api/users/users.queries.ts'
import type { Appearance } from '#web/lib/appearance.ts'
import { changeAppearance, useAppearance } from '#web/stores/appearance.ts'

/** The user's choices for all their devices; anything else comes from the settings of this device. */
export const chosenAppearance = (stored: Settings['appearance']): Partial<Appearance> => {
  const { mode, fontSize, contrast, reducedMotion, compactView, customColors } = stored
  const chosen = { mode, fontSize, contrast, reducedMotion, compactView, primary: customColors?.primary }
  return Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined))
}

/** Applies appearance changes that the user makes on another device. */
export const useFollowAppearance = (): void => {
  const { data: stored } = useQuery({ ...meQuery(), select: ({ settings }) => settings.appearance })
  const isSaving = useIsMutating({ mutationKey: settingsKey }) > 0
  useEffect(() => {
    // While a choice is being saved, answers from the server are outdated.
    if (!stored || isSaving) return
    const chosen = chosenAppearance(stored)
    const now = useAppearance.getState()
    if (Object.entries(chosen).some(([name, value]) => now[name as keyof Appearance] !== value))
      changeAppearance(chosen)
  }, [stored, isSaving])
}

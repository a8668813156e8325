import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffectEvent, useState } from 'react'
import type { Preferences, Settings } from '#contract/users.ts'
import { type Choices, saveChoicesMutation } from '#web/api/users/users.mutations.ts'
import { meQuery } from '#web/api/users/users.queries.ts'
import { chosenAppearance } from '#web/components/appearance/use-follow-appearance.ts'
import { changeAppearance } from '#web/stores/appearance.ts'
import { snackbar } from '#web/ui/toast.tsx'

type SettingsChange = NonNullable<Choices['settings']>
type Unsaved = Required<Choices>

const nothing: Unsaved = { settings: {}, preferences: {} }

const mergeSettings = (one: SettingsChange, other: SettingsChange): SettingsChange => ({
  ...one,
  ...other,
  ...((one.notifications || other.notifications) && {
    notifications: { ...one.notifications, ...other.notifications },
  }),
  ...((one.appearance || other.appearance) && { appearance: { ...one.appearance, ...other.appearance } }),
  ...((one.privacy || other.privacy) && { privacy: { ...one.privacy, ...other.privacy } }),
  ...((one.notificationCategories || other.notificationCategories) && {
    notificationCategories: { ...one.notificationCategories, ...other.notificationCategories },
  }),
})

const isEmpty = ({ settings, preferences }: Unsaved) =>
  Object.keys(settings).length === 0 && Object.keys(preferences).length === 0

/**
 * The selected settings and preferences. They apply at once and are saved one after another. A choice that could not be
 * saved stays marked as unsaved until it is sent again or discarded.
 */
export const useChoices = () => {
  const { data: me } = useSuspenseQuery(meQuery())
  const [unsaved, setUnsaved] = useState<Unsaved>(nothing)
  const save = useMutation(saveChoicesMutation(useQueryClient()))
  const saved = useEffectEvent((choices: Unsaved) => {
    // A newer choice is saved by its own request.
    if (choices !== unsaved) return
    setUnsaved(nothing)
    snackbar.success('Settings saved')
  })
  const send = (choices: Unsaved) => save.mutate(choices, { onSuccess: () => saved(choices) })
  const choose = (change: Choices) => {
    const next: Unsaved = {
      settings: mergeSettings(unsaved.settings, change.settings ?? {}),
      preferences: { ...unsaved.preferences, ...change.preferences },
    }
    setUnsaved(next)
    send(next)
  }
  const settings = mergeSettings(me.settings, unsaved.settings) as Settings
  return {
    settings,
    preferences: { ...me.preferences, ...unsaved.preferences } as Preferences,
    choose,
    hasUnsaved: !isEmpty(unsaved),
    error: save.isError ? save.error : null,
    retry: () => send(unsaved),
    discard: () => {
      save.reset()
      setUnsaved(nothing)
      changeAppearance(chosenAppearance(me.settings.appearance))
    },
  }
}
export type UseChoices = ReturnType<typeof useChoices>

import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import { deleteMyOtherSessions, deleteMySession } from '#contract/my-sessions.ts'
import {
  type PreferencesInput,
  type ProfileInput,
  postPassword,
  putPreferences,
  putProfile,
  putSettings,
  type Settings,
  type SettingsInput,
  type User,
} from '#contract/users.ts'
import { call } from '#web/api/client.ts'
import { userKey } from '#web/api/query-keys.ts'
import { useSession } from '#web/stores/session.ts'
import { readStoredSession, writeStoredSession } from '#web/stores/stored-session.ts'

const keepMe = (queryClient: QueryClient, user: User) => {
  for (const part of ['me', 'profile']) queryClient.setQueryData(userKey(part), user)
  const name = user.displayName || user.name
  const stored = readStoredSession()
  if (stored.userId === null) return
  writeStoredSession({ ...stored, name })
  useSession.setState({ name })
}

/** Caches the saved settings; another server may answer without them, and then they are read again. */
const keepSettings = (queryClient: QueryClient, settings: Settings | undefined) => {
  if (settings) queryClient.setQueryData<User>(userKey('me'), (user) => (user ? { ...user, settings } : user))
  else void queryClient.invalidateQueries({ queryKey: userKey('me') })
}

export const saveProfileMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (body: z.output<typeof ProfileInput>) => call(putProfile, { body }),
    onSuccess: (user) => keepMe(queryClient, user),
  })

export const savePreferencesMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (body: z.output<typeof PreferencesInput>) => call(putPreferences, { body }, { outlivesPage: true }),
    onSuccess: (user) => keepMe(queryClient, user),
  })

/** A wrong current password is an error of this form, not the end of the session. */
export const changePasswordMutation = () =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      call(postPassword, { body }, { keeps401: true }),
  })

/** Shared scope of all mutations of settings and preferences, so that they run one after another. */
export const settingsKey = ['user', 'settings'] as const

export const saveSettingsMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationKey: settingsKey,
    scope: { id: 'settings' },
    mutationFn: (body: z.output<typeof SettingsInput>) => call(putSettings, { body }, { outlivesPage: true }),
    onSuccess: ({ settings }) => keepSettings(queryClient, settings),
  })

/** Settings and preferences that belong to one choice and are saved together. */
export interface Choices {
  settings?: z.output<typeof SettingsInput>
  preferences?: z.output<typeof PreferencesInput>
}

export const saveChoicesMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationKey: settingsKey,
    scope: { id: 'settings' },
    meta: { handled: true },
    // Only the chosen values are sent.
    mutationFn: async ({ settings = {}, preferences = {} }: Choices) => {
      if (Object.keys(settings).length > 0) {
        keepSettings(queryClient, (await call(putSettings, { body: settings })).settings)
      }
      if (Object.keys(preferences).length > 0) keepMe(queryClient, await call(putPreferences, { body: preferences }))
    },
  })

export const endSessionMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (sessionId: string) => call(deleteMySession, { params: { sessionId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: userKey('sessions') }),
  })

export const endOtherSessionsMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: () => call(deleteMyOtherSessions, {}),
    onSettled: () => queryClient.invalidateQueries({ queryKey: userKey('sessions') }),
  })

import { z } from 'zod'
import { create } from 'zustand'
import { onOtherUser, readUserStorage, writeUserStorage } from './user-storage.ts'

const recentCount = 5

const HeaderStorage = z.object({
  recentCommands: z.array(z.string()).catch([]),
  pinnedNavItems: z.array(z.string()).catch([]),
  notificationCount: z.number().catch(0),
})
/** Specification 3, "Header storage": ids of commands (the latest first), pinned paths, the unread count seen last. */
export type HeaderStorage = z.infer<typeof HeaderStorage>

const read = (): HeaderStorage => readUserStorage('header', HeaderStorage)

/** What the header stores for this user in this organization, in local storage. */
export const useHeaderStorage = create<HeaderStorage>(() => read())
onOtherUser(() => useHeaderStorage.setState(read()))

const change = (to: (now: HeaderStorage) => Partial<HeaderStorage>) => {
  const now = read()
  const next = { ...now, ...to(now) }
  useHeaderStorage.setState(next)
  writeUserStorage('header', next)
}

/** Notes a command that was run; the last five are kept. */
export const keepRecentCommand = (id: string): void =>
  change(({ recentCommands }) => ({
    recentCommands: [id, ...recentCommands.filter((one) => one !== id)].slice(0, recentCount),
  }))

/** Pins a path to the front of the navigation, or removes the pin. */
export const togglePinnedNavItem = (path: string): void =>
  change(({ pinnedNavItems }) => ({
    pinnedNavItems: pinnedNavItems.includes(path)
      ? pinnedNavItems.filter((one) => one !== path)
      : [...pinnedNavItems, path],
  }))

/** Stores the number that the bell shows until the server has answered. */
export const keepNotificationCount = (notificationCount: number): void => {
  if (useHeaderStorage.getState().notificationCount !== notificationCount) change(() => ({ notificationCount }))
}

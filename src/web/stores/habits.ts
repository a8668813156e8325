import { z } from 'zod/mini'
import { externalValue, useExternalValue, useValuePart } from '#web/lib/external-value.ts'
import { toggled } from '#web/lib/toggled.ts'
import { localStore, readJson } from './safe-storage.ts'
import { onOtherUser, useSession } from './session.ts'

/** Kinds of data that this browser stores for a user in an organization. */
type HabitKind = 'navigation' | 'header' | 'schedule' | 'firstSteps'

const keyOf = (kind: HabitKind): string | null => {
  const { userId, tenantId } = useSession.getState()
  return userId !== null && tenantId !== null ? `${kind}:${tenantId}:${userId}` : null
}

/**
 * Returns the stored data of the signed-in user in their organization; for unreadable data, what `schema` makes of
 * `{}`. These keys survive signing out, because they contain only paths and ids, never names.
 */
export const readHabits = <T>(kind: HabitKind, schema: z.ZodMiniType<T>): T =>
  readJson(localStore, keyOf(kind), schema) ?? schema.parse({})

/** Stores the data; does nothing without a session. */
export const writeHabits = (kind: HabitKind, value: unknown): void => {
  const key = keyOf(kind)
  if (key) localStore.set(key, JSON.stringify(value))
}

const recentCount = 5

const HeaderStorage = z.object({
  recentCommands: z.catch(z.array(z.string()), []),
  pinnedNavItems: z.catch(z.array(z.string()), []),
  notificationCount: z.catch(z.number(), 0),
})
/** Recent command ids (latest first), pinned paths, and the last unread count. */
export type HeaderStorage = z.infer<typeof HeaderStorage>

const readHeader = (): HeaderStorage => readHabits('header', HeaderStorage)

/** What the header stores for this user in this organization, in local storage. */
export const headerStorage = externalValue<HeaderStorage>(readHeader())
onOtherUser(() => headerStorage.set(readHeader()))

export const useHeaderStorage = <Part>(select: (header: HeaderStorage) => Part): Part =>
  useValuePart(headerStorage, select)

const changeHeader = (to: (now: HeaderStorage) => Partial<HeaderStorage>) => {
  const now = readHeader()
  const next = { ...now, ...to(now) }
  headerStorage.set(next)
  writeHabits('header', next)
}

/** Records a command that was run. Only the last five are stored. */
export const keepRecentCommand = (id: string): void =>
  changeHeader(({ recentCommands }) => ({
    recentCommands: [id, ...recentCommands.filter((one) => one !== id)].slice(0, recentCount),
  }))

/** Pins a path to the front of the navigation, or removes the pin. */
export const togglePinnedNavItem = (path: string): void =>
  changeHeader(({ pinnedNavItems }) => ({ pinnedNavItems: toggled(pinnedNavItems, path) }))

/** Stores the number that the bell shows until the server has answered. */
export const keepNotificationCount = (notificationCount: number): void => {
  if (headerStorage.get().notificationCount !== notificationCount) changeHeader(() => ({ notificationCount }))
}

/** `counted` and `transitions` limit the size of the storage. */
const sizes = { history: 100, lastVisited: 10, mostVisited: 5, suggested: 3, counted: 300, transitions: 300 } as const

const Visit = z.object({ path: z.string(), visitedAt: z.string() })
const Transition = z.object({ from: z.string(), to: z.string(), count: z.number(), lastVisited: z.string() })
/** How often the user went from one path to another; `lastVisited` is an ISO instant. */
type Transition = z.infer<typeof Transition>

const NavigationHistory = z.object({
  history: z.catch(z.array(Visit), []),
  visitCounts: z.catch(z.record(z.string(), z.number()), {}),
  transitions: z.catch(z.array(Transition), []),
})
/** Visited paths without their search, latest last. */
export type NavigationHistory = z.infer<typeof NavigationHistory>

const readHistory = (): NavigationHistory => readHabits('navigation', NavigationHistory)

/** The visits of this user in this organization, in local storage. */
export const navigationHistory = externalValue<NavigationHistory>(readHistory())
onOtherUser(() => navigationHistory.set(readHistory()))

export const useNavigationHistory = (): NavigationHistory => useExternalValue(navigationHistory)

const byCount = <T extends { count: number; lastVisited: string }>(one: T, other: T) =>
  other.count - one.count || other.lastVisited.localeCompare(one.lastVisited)

/** Records a visit. Two visits in a row to the same path count as one. */
export const visitPath = (path: string, atMs: number): void => {
  // Another tab may have stored a visit since.
  const { history, visitCounts, transitions } = readHistory()
  const from = navigationHistory.get().history.at(-1)?.path
  if (from === path) return
  const visitedAt = new Date(atMs).toISOString()
  const counts = Object.entries({ ...visitCounts, [path]: (visitCounts[path] ?? 0) + 1 })
  const taken = transitions.find((one) => one.from === from && one.to === path)
  const next: Transition | null =
    from === undefined ? null : { from, to: path, count: (taken?.count ?? 0) + 1, lastVisited: visitedAt }
  const rest = transitions.filter((one) => one !== taken)
  const state: NavigationHistory = {
    history: [...history, { path, visitedAt }].slice(-sizes.history),
    visitCounts: Object.fromEntries(counts.sort(([, one], [, other]) => other - one).slice(0, sizes.counted)),
    transitions: next ? [next, ...rest.sort(byCount)].slice(0, sizes.transitions) : transitions,
  }
  navigationHistory.set(state)
  writeHabits('navigation', state)
}

type Wanted = (path: string) => boolean
const every: Wanted = () => true

/** The last ten paths, each once, latest first. */
export const lastVisited = ({ history }: NavigationHistory, wanted: Wanted = every): string[] =>
  [...new Set(history.map(({ path }) => path).reverse())].filter(wanted).slice(0, sizes.lastVisited)

/** The five most visited paths; of equally visited ones, the latest first. `wanted` filters the paths. */
export const mostVisited = ({ history, visitCounts }: NavigationHistory, wanted: Wanted = every) => {
  const latest = new Map(history.map(({ path, visitedAt }) => [path, visitedAt]))
  return Object.entries(visitCounts)
    .filter(([path]) => wanted(path))
    .map(([path, count]) => ({ path, count, lastVisited: latest.get(path) ?? '' }))
    .sort(byCount)
    .slice(0, sizes.mostVisited)
}

/** The three paths that most often followed `from`. */
export const suggestedFrom = ({ transitions }: NavigationHistory, from: string, wanted: Wanted = every): string[] =>
  transitions
    .filter((one) => one.from === from && one.to !== from && wanted(one.to))
    .sort(byCount)
    .slice(0, sizes.suggested)
    .map(({ to }) => to)

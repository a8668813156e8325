import { z } from 'zod'
import { create } from 'zustand'
import { onOtherUser, readUserStorage, writeUserStorage } from './user-storage.ts'

/** Specification 9. The last two are our own limits for the storage. */
const sizes = { history: 100, lastVisited: 10, mostVisited: 5, suggested: 3, counted: 300, transitions: 300 } as const

const Visit = z.object({ path: z.string(), visitedAt: z.string() })
const Transition = z.object({ from: z.string(), to: z.string(), count: z.number(), lastVisited: z.string() })
/** How often the reader went from one path to another; `lastVisited` is an ISO instant. */
export type Transition = z.infer<typeof Transition>

const NavigationHistory = z.object({
  history: z.array(Visit).catch([]),
  visitCounts: z.record(z.string(), z.number()).catch({}),
  transitions: z.array(Transition).catch([]),
})
/** Specification 3, "Navigation analytics": paths without their search, the latest visit last. */
export type NavigationHistory = z.infer<typeof NavigationHistory>

const read = (): NavigationHistory => readUserStorage('navigation', NavigationHistory)

/** The visits of this user in this organization, in local storage. */
export const useNavigationHistory = create<NavigationHistory>(() => read())
onOtherUser(() => useNavigationHistory.setState(read()))

const byCount = <T extends { count: number; lastVisited: string }>(one: T, other: T) =>
  other.count - one.count || other.lastVisited.localeCompare(one.lastVisited)

/** Notes that a screen was opened. The same path twice in a row is one visit. */
export const visitPath = (path: string, atMs: number): void => {
  // Another tab may have stored a visit since.
  const { history, visitCounts, transitions } = read()
  const from = useNavigationHistory.getState().history.at(-1)?.path
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
  useNavigationHistory.setState(state)
  writeUserStorage('navigation', state)
}

type Wanted = (path: string) => boolean
const every: Wanted = () => true

/** The last ten paths, each once, the latest first. */
export const lastVisited = ({ history }: NavigationHistory, wanted: Wanted = every): string[] =>
  [...new Set(history.map(({ path }) => path).reverse())].filter(wanted).slice(0, sizes.lastVisited)

/** The five most visited paths; the latest first among equals. `wanted` filters the paths. */
export const mostVisited = ({ history, visitCounts }: NavigationHistory, wanted: Wanted = every) => {
  const latest = new Map(history.map(({ path, visitedAt }) => [path, visitedAt]))
  return Object.entries(visitCounts)
    .filter(([path]) => wanted(path))
    .map(([path, count]) => ({ path, count, lastVisited: latest.get(path) ?? '' }))
    .sort(byCount)
    .slice(0, sizes.mostVisited)
}

/** The three paths that were most often next after `from`. */
export const suggestedFrom = ({ transitions }: NavigationHistory, from: string, wanted: Wanted = every): string[] =>
  transitions
    .filter((one) => one.from === from && one.to !== from && wanted(one.to))
    .sort(byCount)
    .slice(0, sizes.suggested)
    .map(({ to }) => to)

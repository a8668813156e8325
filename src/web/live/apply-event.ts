import type { Query, QueryClient } from '@tanstack/react-query'
import type { ChangedEvent, LiveEvent, LiveResource } from '#contract/live-events.ts'
import type { SchedulingRun } from '#contract/scheduling-runs.ts'
import { checkSession } from '#web/api/auth/check-session.ts'
import { clientId } from '#web/api/client-id.ts'
import { tenantKey, tenantScope, userKey } from '#web/api/query-keys.ts'
import { runKey, runsQuery } from '#web/api/schedule/scheduling-runs.queries.ts'
import { useSession } from '#web/stores/session.ts'
import { noteRun, setLiveState } from './live-state.ts'
import { refreshSoon } from './refresh-soon.ts'

/** For each resource, the resources that are computed from it or show its names, and so change with it. */
const follows: Record<LiveResource, readonly LiveResource[]> = {
  projects: ['schedule', 'operations', 'proposals'],
  operations: ['schedule', 'projects', 'proposals'],
  categories: ['schedule', 'operations', 'projects', 'proposals'],
  shifts: ['schedule', 'categories', 'organisation', 'proposals'],
  holidays: ['schedule', 'holidayTemplates', 'proposals'],
  holidayTemplates: [],
  organisation: ['schedule', 'projects', 'operations', 'proposals'],
  users: [],
  schedule: ['proposals'],
  forecast: ['projects', 'operations', 'schedule'],
  runs: [],
  proposals: [],
  notifications: [],
  savedViews: [],
  routingTemplates: [],
  dataSources: [],
}

/** Resources that change without a user action; they are absent from activity lists. */
const nobodyDid: readonly LiveResource[] = ['notifications', 'forecast']

const idNames = ['projectId', 'operationId', 'categoryId', 'shiftId', 'holidayId', 'templateId', 'id', 'tenantId']

/** True if the cache already has this record at this version or a later one. */
const isHeld = (data: unknown, id: string, version: number): boolean => {
  if (Array.isArray(data)) return data.some((item) => isHeld(item, id, version))
  if (data === null || typeof data !== 'object') return false
  const record = data as Record<string, unknown>
  const named = idNames.some((name) => record[name] === id)
  return named && typeof record.version === 'number' && record.version >= version
}

const isKnown = (queryClient: QueryClient, { resource, items }: ChangedEvent): boolean => {
  const cached = queryClient.getQueriesData({ queryKey: tenantKey(resource) }).filter(([, data]) => data !== undefined)
  return (
    items.length > 0 &&
    cached.length > 0 &&
    items.every(({ id, version }) => version !== undefined && cached.every(([, data]) => isHeld(data, id, version)))
  )
}

/** Other messages report what a run has changed in the plan. */
const applyRun = (queryClient: QueryClient, run: SchedulingRun) => {
  if (!noteRun(run)) return
  queryClient.setQueryData(runKey(run.runId), run)
  queryClient.setQueryData<SchedulingRun[]>(runsQuery().queryKey, (runs) =>
    runs?.some(({ runId }) => runId === run.runId)
      ? runs.map((known) => (known.runId === run.runId ? run : known))
      : runs && [run, ...runs],
  )
}

/** The change was made before this page began to load, so all data of the page is newer. */
const isFromBefore = ({ agoMs = 0 }: ChangedEvent): boolean => agoMs > performance.now()

/** Brings the cache up to date with one live message. Data is always read again from the server, which checks access again. */
export const applyEvent = (queryClient: QueryClient, event: LiveEvent): void => {
  if (event.type === 'run') applyRun(queryClient, event.run)
  if (event.type !== 'changed' || event.clientId === clientId) return
  if (isFromBefore(event) || isKnown(queryClient, event)) return
  const { resource } = event
  const isAboutReader = resource === 'users' && event.items.some(({ id }) => id === useSession.getState().userId)
  // An admin may have changed the reader's access.
  if (isAboutReader) void checkSession(queryClient)
  const keys = [
    ...[resource, ...follows[resource]].map((name) => tenantKey(name)),
    ...(isAboutReader ? [userKey('me'), userKey('profile')] : []),
    // These lists contain every change made by a user.
    ...(nobodyDid.includes(resource) ? [] : [tenantKey('users', 'audit'), tenantKey('users', 'overview')]),
  ]
  const cache = queryClient.getQueryCache()
  refreshSoon(
    queryClient,
    keys.flatMap((queryKey) => cache.findAll({ queryKey })),
  )
}

/** Maximum duration of an answer. */
const slowestReadMs = 15_000

/** Whether an answer may lack a change that is also missing from the live messages of the last `knownForMs`. */
export const isUnsure = ({ state }: Query, knownForMs: number): boolean =>
  knownForMs < slowestReadMs ||
  (state.dataUpdatedAt > 0 && state.dataUpdatedAt < Date.now() - knownForMs + slowestReadMs)

/**
 * After a gap all data of the organization may be out of date: data on screen is read again at once, other data when it
 * is shown. Changes of the last `knownForMs` arrive as messages, so data read since then stays fresh.
 */
export const refreshTenant = (queryClient: QueryClient, knownForMs = 0): void => {
  // An active run sends its next message within a second.
  setLiveState({ run: null })
  // Notifications catch up separately.
  const isOld = (query: Query) =>
    query.queryKey[3] !== 'notifications' && (query.queryKey[3] === 'users' || isUnsure(query, knownForMs))
  refreshSoon(queryClient, queryClient.getQueryCache().findAll({ queryKey: tenantScope(), predicate: isOld }))
}

import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { listCategories } from '#contract/categories.ts'
import { type ListedProject, listProjects, type Project } from '#contract/projects.ts'
import type { TenantSettings } from '#contract/tenant-settings.ts'
import { zoneOfReader } from '#contract/time-zones.ts'
import type { Beheld, PlainShop } from '#domain/plain-shop/plain-shop.ts'
import { browserZone } from '#web/lib/browser-zone.ts'
import { localStore } from '#web/stores/safe-storage.ts'
import { useSession } from '#web/stores/session.ts'
import { ApiError } from './api-error.ts'
import { call } from './client.ts'
import { readOperationsOf } from './operations/batch-operations.ts'
import { tenantKey } from './query-keys.ts'
import { orPlainly } from './unknown-call.ts'

/** The reader's time zone: such a server names none. */
const readerZone = (): string =>
  zoneOfReader({ chosen: localStore.get('timezone'), organization: null, browser: browserZone() })

const readPlainShop = async (): Promise<PlainShop> => {
  const [projects, categories] = await Promise.all([
    call(listProjects, {}),
    call(listCategories, {}).catch(orPlainly(() => [])),
  ])
  const ids = projects.map(({ projectId }) => projectId)
  const found = ids.length === 0 ? [] : [...(await readOperationsOf(ids)).values()]
  const operations = found.flatMap((list) => (Array.isArray(list) ? list : []))
  const failed = found.find((list) => !Array.isArray(list))
  if (operations.length === 0 && failed && 'error' in failed) throw failed.error
  return { projects, operations, categories }
}

/** Projects, operations and work centers, all by the specified calls. */
const plainShopQuery = () => queryOptions({ queryKey: tenantKey('operations', 'plain'), queryFn: readPlainShop })

/** What `make` makes of the shop, for a call that the server does not know. */
export const fromPlainShop = async <T>(client: QueryClient, make: (shop: PlainShop, beheld: Beheld) => T): Promise<T> =>
  make(await client.fetchQuery(plainShopQuery()), { nowMs: Date.now(), zone: readerZone() })

/** The list of projects by its specified call. Where the server does not say how they stand, that follows from their operations. */
export const readPlainProjects = async (client: QueryClient, signal: AbortSignal): Promise<ListedProject[]> => {
  const listed = await call(listProjects, {}, { signal })
  if (listed.every(({ version }) => version > 0)) return listed
  const { completeProjects } = await import('#domain/plain-shop/plain-shop.ts')
  return fromPlainShop(client, completeProjects)
}

/** One project out of the list; throws the first error when it is not in there. */
export const findPlainProject = async (client: QueryClient, id: string, first: unknown): Promise<Project> => {
  const { completeProjects } = await import('#domain/plain-shop/plain-shop.ts')
  const found = (await fromPlainShop(client, completeProjects)).find(({ projectId }) => projectId === id)
  if (!found) throw first
  return found
}

/** Settings of an organization whose server has none. */
export const plainSettings = (): TenantSettings => {
  const { tenantId, tenantName } = useSession.getState()
  if (tenantId === null) throw new ApiError('missing_tenant', 'Failed to fetch organization')
  return {
    tenantId,
    name: tenantName ?? '',
    timeZone: readerZone(),
    freezeWorkingDays: 0,
    // Not known: a null would say that the schedule assumes work around the clock.
    defaultShiftId: '',
    closedDayRule: 'shift',
    weekStartsOn: 7,
    projectNumberPrefix: '',
    plannersChangeWorkingTime: false,
    plannersApplyPlans: true,
    keepHistoryYears: null,
    holdsSample: false,
    planOutdated: null,
    version: 0,
    createdAt: '',
    modifiedAt: '',
    modifiedBy: '',
  }
}

import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { listCategories } from '#contract/categories.ts'
import { usualMorningPlan } from '#contract/morning-plan.ts'
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

/** The reader's time zone; a server of the specified API has none. */
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

/** Projects, operations and work centers, read with the specified calls. */
const plainShopQuery = () => queryOptions({ queryKey: tenantKey('operations', 'plain'), queryFn: readPlainShop })

/** Computes the answer to a call that the server does not know from the shop's data. */
export const fromPlainShop = async <T>(client: QueryClient, make: (shop: PlainShop, beheld: Beheld) => T): Promise<T> =>
  make(await client.fetchQuery(plainShopQuery()), { nowMs: Date.now(), zone: readerZone() })

/** The list of projects from its specified call. If the server gives no states, they are derived from the operations. */
export const readPlainProjects = async (client: QueryClient, signal: AbortSignal): Promise<ListedProject[]> => {
  const listed = await call(listProjects, {}, { signal })
  if (listed.every(({ version }) => version > 0)) return listed
  const { completeProjects } = await import('#domain/plain-shop/plain-shop.ts')
  return fromPlainShop(client, completeProjects)
}

/** Finds one project in the list; throws the first error if it is missing. */
export const findPlainProject = async (client: QueryClient, id: string, first: unknown): Promise<Project> => {
  const { completeProjects } = await import('#domain/plain-shop/plain-shop.ts')
  const found = (await fromPlainShop(client, completeProjects)).find(({ projectId }) => projectId === id)
  if (!found) throw first
  return found
}

/** Settings for an organization whose server has none. */
export const plainSettings = (): TenantSettings => {
  const { tenantId, tenantName } = useSession.getState()
  if (tenantId === null) throw new ApiError('missing_tenant', 'Failed to fetch organization')
  return {
    tenantId,
    name: tenantName ?? '',
    timeZone: readerZone(),
    freezeWorkingDays: 0,
    // Unknown; null would say that the schedule assumes 24/7 operation.
    defaultShiftId: '',
    closedDayRule: 'shift',
    learnedPace: 'shown',
    weekStartsOn: 7,
    projectNumberPrefix: '',
    plannersChangeWorkingTime: false,
    plannersApplyPlans: true,
    keepHistoryYears: null,
    morningPlan: usualMorningPlan,
    floorIdentification: 'off',
    keepNamesMonths: null,
    scrapReasons: [],
    separatesMachineTime: false,
    holdsSample: false,
    planOutdated: null,
    version: 0,
    createdAt: '',
    modifiedAt: '',
    modifiedBy: '',
  }
}

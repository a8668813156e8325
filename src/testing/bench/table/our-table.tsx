import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useCallback } from 'react'
import { createRoot } from 'react-dom/client'
import { usualMorningPlan } from '#contract/morning-plan.ts'
import { categoriesQuery } from '#web/api/categories/categories.queries.ts'
import { savedViewsQuery } from '#web/api/overview/saved-views.queries.ts'
import { tenantSettingsQuery } from '#web/api/tenants/tenant-settings.queries.ts'
import { createQueryClient } from '#web/app/query-client.ts'
import { type OnListSearch, readListSearch, writeListSearch } from '#web/components/operation-table/list-search.ts'
import { OperationsScreen } from '#web/features/operations/operations-screen.tsx'
import { defaultOperationsSearch } from '#web/features/operations/operations-search.ts'
import { benchDates, benchNowMs, centerName, type MadePlan } from './made-plan.ts'
import { answerInPage } from './page-source.ts'
import type { TableUnderTest } from './table-under-test.ts'

const at = new Date(benchNowMs).toISOString()
const record = { version: 1, createdAt: at, modifiedAt: at, modifiedBy: '' }

/** The data that the shell has read before the screen opens. */
const fillCache = (client: QueryClient, { categoryIds }: MadePlan): void => {
  client.setQueryData(savedViewsQuery('operations').queryKey, [])
  client.setQueryData(tenantSettingsQuery().queryKey, {
    tenantId: '',
    name: '',
    timeZone: benchDates.zone,
    freezeWorkingDays: 0,
    defaultShiftId: null,
    closedDayRule: 'shift' as const,
    learnedPace: 'shown' as const,
    morningPlan: usualMorningPlan,
    weekStartsOn: 1,
    projectNumberPrefix: '',
    planOutdated: null,
    ...record,
    plannersChangeWorkingTime: true,
    plannersApplyPlans: true,
    keepHistoryYears: null,
    floorIdentification: 'off',
    keepNamesMonths: 12,
    scrapReasons: [],
    separatesMachineTime: false,
    holdsSample: false,
  })
  const centers = categoryIds.map((categoryId, sequence) => {
    const color = `w${1 + (sequence % 8)}`
    const own = { categoryId, name: centerName(sequence), color, capacity: 1, shiftId: null, sequence }
    return { ...own, kind: 'inside' as const, supplier: '', changeovers: [], ...record }
  })
  client.setQueryData(categoriesQuery().queryKey, centers)
}

/** The real operations screen with its toolbar, router, cache and calls. */
export const ourTable = (plan: MadePlan): TableUnderTest => {
  const source = answerInPage(plan)
  globalThis.fetch = source.send
  const queryClient = createQueryClient()
  fillCache(queryClient, plan)
  const root = createRootRoute()
  const elsewhere = createRoute({ getParentRoute: () => root, path: '/', component: () => null })
  const route = createRoute({
    getParentRoute: () => root,
    path: '/operations',
    validateSearch: (raw: Record<string, unknown>) => readListSearch(raw, defaultOperationsSearch),
    search: { middlewares: [({ search, next }) => writeListSearch(next(search), defaultOperationsSearch)] },
    component: function Screen() {
      const navigate = route.useNavigate()
      const onSearchChange = useCallback<OnListSearch>(
        (change, how) =>
          void navigate({ to: '/operations', search: (search) => ({ ...search, ...change }), replace: how !== 'push' }),
        [navigate],
      )
      return <OperationsScreen search={route.useSearch()} onSearchChange={onSearchChange} />
    },
  })
  const router = createRouter({
    routeTree: root.addChildren([elsewhere, route]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  return {
    // The application is already running when the screen opens.
    start: (element) =>
      createRoot(element).render(
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>,
      ),
    mount: () => void router.navigate({ to: '/operations' }),
    answeringMs: source.spentMs,
    firstRow: () => document.querySelector<HTMLElement>('tr[aria-rowindex="2"]')?.dataset.row ?? null,
    allSelected: () =>
      document.querySelector('tr[data-row]') !== null && !document.querySelector('tr[data-row][aria-selected=false]'),
    filter: (status) => void router.navigate({ to: '/operations', search: { statuses: [status] } }),
  }
}

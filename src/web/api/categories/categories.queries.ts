import { queryOptions } from '@tanstack/react-query'
import { type Category, listCategories, listCategoryUsage } from '#contract/categories.ts'
import { isWorkCenter } from '#domain/categories/category-kind.ts'
import { call } from '#web/api/client.ts'
import { tenantKey } from '#web/api/query-keys.ts'

/** Work centers and pools. */
export const categoriesQuery = () =>
  queryOptions({
    queryKey: tenantKey('categories', 'list'),
    queryFn: ({ signal }) => call(listCategories, {}, { signal }),
  })

const workCenters = (categories: readonly Category[]): Category[] => categories.filter(isWorkCenter)

/** Only the work centers. */
export const workCentersQuery = () => queryOptions({ ...categoriesQuery(), select: workCenters })

const pools = (categories: readonly Category[]): Category[] => categories.filter((category) => !isWorkCenter(category))

/** Only the pools: people and tools that operations need in addition to their work center. */
export const poolsQuery = () => queryOptions({ ...categoriesQuery(), select: pools })

/** How many operations use each work center; unused work centers are left out. */
export const categoryUsageQuery = () =>
  queryOptions({
    queryKey: tenantKey('operations', 'usage'),
    queryFn: ({ signal }) => call(listCategoryUsage, {}, { signal }),
    staleTime: 0,
  })

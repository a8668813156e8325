import { queryOptions } from '@tanstack/react-query'
import { listCategories, listCategoryUsage } from '#contract/categories.ts'
import { call } from './client.ts'
import { tenantKey } from './query-keys.ts'

/** Work centers. */
export const categoriesQuery = () =>
  queryOptions({
    queryKey: tenantKey('categories', 'list'),
    queryFn: ({ signal }) => call(listCategories, {}, { signal }),
  })

/** How many operations use each work center; unused work centers are left out. */
export const categoryUsageQuery = () =>
  queryOptions({
    queryKey: tenantKey('operations', 'usage'),
    queryFn: ({ signal }) => call(listCategoryUsage, {}, { signal }),
    staleTime: 0,
  })

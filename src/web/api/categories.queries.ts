import { queryOptions } from '@tanstack/react-query'
import { listCategories } from '#contract/categories.ts'
import { call } from './client.ts'
import { tenantKey } from './query-keys.ts'

/** Work centres. */
export const categoriesQuery = () =>
  queryOptions({
    queryKey: tenantKey('categories', 'list'),
    queryFn: ({ signal }) => call(listCategories, {}, { signal }),
  })

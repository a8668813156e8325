import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import {
  type CategoryInput,
  deleteCategory,
  postCategory,
  putCategory,
  putCategoryOrder,
} from '#contract/categories.ts'
import { callForChange } from '#web/api/call-for-change.ts'
import { call } from '#web/api/client.ts'
import { tenantKey } from '#web/api/query-keys.ts'
import { refreshWorkingTime } from '#web/api/working-time/working-time.mutations.ts'

/** Creates a work center, or changes one when `categoryId` is given with the version read. */
export const saveCategoryMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: ({ categoryId, version, ...body }: CategoryInput & { categoryId?: string; version?: number }) =>
      categoryId === undefined
        ? call(postCategory, { body })
        : call(putCategory, { params: { id: categoryId }, body }, { ifMatch: version }),
    onSuccess: () => refreshWorkingTime(queryClient, 'categories'),
  })

/** Deletes a work center; with `reassignTo` its operations first move to that one. */
export const deleteCategoryMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: ({ categoryId, reassignTo }: { categoryId: string; reassignTo?: string }) =>
      callForChange(deleteCategory, { params: { id: categoryId }, query: { reassignTo } }),
    onSuccess: async () => {
      for (const resource of ['operations', 'projects', 'holidays'] as const) {
        void queryClient.invalidateQueries({ queryKey: tenantKey(resource) })
      }
      await refreshWorkingTime(queryClient, 'categories')
    },
  })

export const orderCategoriesMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (categoryIds: string[]) => call(putCategoryOrder, { body: { categoryIds } }),
    onSuccess: (ordered) => queryClient.setQueryData(tenantKey('categories', 'list'), ordered),
  })

import * as contract from '#contract/categories.ts'
import { listCategories, listCategoryUsage } from '../../services/categories/read-categories.ts'
import {
  changeCategory,
  createCategory,
  deleteCategory,
  orderCategories,
} from '../../services/categories/write-categories.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const categoryRoutes: readonly ServedRoute[] = [
  serve(contract.listCategories, ({ ctx }) => listCategories(ctx), 'cached'),
  serve(contract.postCategory, ({ ctx, body }) => createCategory(ctx, { input: body })),
  serve(contract.putCategory, ({ ctx, params, body, expectedVersion }) =>
    changeCategory(ctx, { categoryId: params.id, input: body, expectedVersion }),
  ),
  serve(contract.deleteCategory, async ({ ctx, params, query }) => {
    await deleteCategory(ctx, { categoryId: params.id, reassignTo: query.reassignTo })
    return undefined
  }),
  serve(contract.listCategoryUsage, ({ ctx }) => listCategoryUsage(ctx), 'cached'),
  serve(contract.putCategoryOrder, ({ ctx, body }) => orderCategories(ctx, body)),
]

import * as contract from '#contract/categories.ts'
import { changeCategory } from '../../services/categories/change-category.ts'
import { createCategory } from '../../services/categories/create-category.ts'
import { deleteCategory } from '../../services/categories/delete-category.ts'
import { listCategories } from '../../services/categories/list-categories.ts'
import { listCategoryUsage } from '../../services/categories/list-category-usage.ts'
import { orderCategories } from '../../services/categories/order-categories.ts'
import { keptByMinute, type ServedRoute, serve } from '../serve.ts'

export const categoryRoutes: readonly ServedRoute[] = [
  serve(contract.listCategories, ({ ctx }) => listCategories(ctx), keptByMinute),
  serve(contract.postCategory, ({ ctx, body }) => createCategory(ctx, { input: body })),
  serve(contract.putCategory, ({ ctx, params, body, expectedVersion }) =>
    changeCategory(ctx, { categoryId: params.id, input: body, expectedVersion }),
  ),
  serve(contract.deleteCategory, async ({ ctx, params, query }) => {
    await deleteCategory(ctx, { categoryId: params.id, reassignTo: query.reassignTo })
    return undefined
  }),
  serve(contract.listCategoryUsage, ({ ctx }) => listCategoryUsage(ctx), keptByMinute),
  serve(contract.putCategoryOrder, ({ ctx, body }) => orderCategories(ctx, body)),
]

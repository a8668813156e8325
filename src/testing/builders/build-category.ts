import type { Category, CategoryInput } from '#contract/categories.ts'
import type { TenantContext } from '#server/context.ts'
import { createCategory } from '#server/services/categories/write-categories.ts'

let count = 0

/** Stores a work center with a unique name through its service. */
export const buildCategory = (ctx: TenantContext, overrides: Partial<CategoryInput> = {}): Promise<Category> => {
  count += 1
  return createCategory(ctx, { input: { name: `Work center ${count}`, ...overrides } })
}

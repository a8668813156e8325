import type { Category, CategoryInput } from '#contract/categories.ts'
import type { TenantContext } from '../../context.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { writeTenant } from '../../db/transaction.ts'
import { diffFields } from '../history/diff-fields.ts'
import { changedStamp } from '../history/record-stamp.ts'
import { requireVersion } from '../history/require-version.ts'
import { sentFields } from '../history/sent-fields.ts'
import { categoryFields, lockCategory, presentCategory, thisCategory } from './category-fields.ts'
import { requireFreeName, requireShift } from './check-category.ts'

export interface ChangeCategoryInput {
  readonly categoryId: string
  readonly input: Partial<CategoryInput>
  readonly expectedVersion: number | null
}

/** Changes the fields of a work centre that were sent. 400 (no such shift pattern), 404, 409 (name in use), 412. */
export const changeCategory = (
  ctx: TenantContext,
  { categoryId, input, expectedVersion }: ChangeCategoryInput,
): Promise<Category> =>
  writeTenant(ctx, async (tx, record) => {
    const before = requireVersion(await lockCategory(ctx, tx, categoryId), expectedVersion)
    if (input.name !== undefined) await requireFreeName(ctx, tx, input.name, categoryId)
    await requireShift(ctx, tx, input.shiftId)
    const [after] = await tx
      .update(categories)
      .set({ ...sentFields(input), ...changedStamp(ctx, before) })
      .where(thisCategory(ctx, categoryId))
      .returning()
    if (!after) throw new Error('A locked work center vanished')
    const changes = diffFields(categoryFields(before), categoryFields(after))
    if (changes.length > 0) record.history({ entity: 'category', entityId: categoryId, action: 'update', changes })
    record.changed('categories', { id: categoryId, version: after.version })
    if (changes.some(({ field }) => field === 'capacity' || field === 'shiftId')) {
      record.workingTimeChanged('category', after.name)
    }
    return presentCategory(after)
  })

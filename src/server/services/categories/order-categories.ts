import { asc, eq } from 'drizzle-orm'
import type { Category } from '#contract/categories.ts'
import type { TenantContext } from '../../context.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { writeTenant } from '../../db/transaction.ts'
import { ValidationError } from '../../errors.ts'
import { diffFields } from '../history/diff-fields.ts'
import { changedStamp } from '../history/record-stamp.ts'
import { lockOrganisation } from '../organisation/lock-organisation.ts'
import { categoryFields, presentCategory, thisCategory } from './category-fields.ts'

/** Puts the work centres into the order given; 400 unless every one is named once. */
export const orderCategories = (
  ctx: TenantContext,
  { categoryIds }: { categoryIds: readonly string[] },
): Promise<Category[]> =>
  writeTenant(ctx, async (tx, record) => {
    await lockOrganisation(ctx, tx)
    const rows = await tx
      .select()
      .from(categories)
      .where(eq(categories.tenantId, ctx.tenantId))
      .orderBy(asc(categories.sequence), asc(categories.name))
      .for('update')
    const known = new Map(rows.map((row) => [row.categoryId, row]))
    if (new Set(categoryIds).size !== rows.length || categoryIds.length !== rows.length) {
      throw new ValidationError([{ path: 'categoryIds', message: 'Name every work center once' }])
    }
    const ordered: Category[] = []
    for (const [index, categoryId] of categoryIds.entries()) {
      const before = known.get(categoryId)
      if (!before) {
        throw new ValidationError([{ path: 'categoryIds', message: 'Not a work center of this organization' }])
      }
      const sequence = (index + 1) * 10
      if (before.sequence === sequence) {
        ordered.push(presentCategory(before))
        continue
      }
      const [after] = await tx
        .update(categories)
        .set({ sequence, ...changedStamp(ctx, before) })
        .where(thisCategory(ctx, categoryId))
        .returning()
      if (!after) throw new Error('A locked work center vanished')
      const changes = diffFields(categoryFields(before), categoryFields(after))
      record.history({ entity: 'category', entityId: categoryId, action: 'update', changes })
      record.changed('categories', { id: categoryId, version: after.version })
      ordered.push(presentCategory(after))
    }
    return ordered
  })

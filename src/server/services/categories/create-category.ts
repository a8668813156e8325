import { randomUUID } from 'node:crypto'
import { eq, max } from 'drizzle-orm'
import { type Category, type CategoryInput, defaultCategoryColor } from '#contract/categories.ts'
import type { TenantContext } from '../../context.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { writeTenant } from '../../db/transaction.ts'
import { diffFields } from '../history/diff-fields.ts'
import { createdStamp } from '../history/record-stamp.ts'
import { lockOrganisation } from '../organisation/lock-organisation.ts'
import { categoryFields, presentCategory } from './category-fields.ts'
import { requireFreeName, requireShift } from './check-category.ts'

/** Creates a work centre at the end of the list. 400 (no such shift pattern), 409 (name in use). */
export const createCategory = (ctx: TenantContext, { input }: { input: CategoryInput }): Promise<Category> =>
  writeTenant(ctx, async (tx, record) => {
    await lockOrganisation(ctx, tx)
    await requireFreeName(ctx, tx, input.name)
    await requireShift(ctx, tx, input.shiftId)
    const [there] = await tx
      .select({ last: max(categories.sequence) })
      .from(categories)
      .where(eq(categories.tenantId, ctx.tenantId))
    const [row] = await tx
      .insert(categories)
      .values({
        tenantId: ctx.tenantId,
        categoryId: randomUUID(),
        name: input.name,
        color: input.color ?? defaultCategoryColor,
        capacity: input.capacity ?? 1,
        shiftId: input.shiftId ?? null,
        sequence: input.sequence ?? (there?.last ?? 0) + 10,
        ...createdStamp(ctx),
      })
      .returning()
    if (!row) throw new Error('An insert returned no row')
    const changes = diffFields(null, categoryFields(row))
    record.history({ entity: 'category', entityId: row.categoryId, action: 'create', changes })
    record.changed('categories', { id: row.categoryId, version: row.version })
    // No operation uses it yet, so the plan in use still holds.
    record.planChanged()
    return presentCategory(row)
  })

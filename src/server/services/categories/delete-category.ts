import { and, count, eq } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { calendarExceptions, holidays } from '../../db/tables/holidays.table.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { writeTenant } from '../../db/transaction.ts'
import { ConflictError } from '../../errors.ts'
import { exceptionFields } from '../calendar-exceptions/exception-fields.ts'
import { diffFields } from '../history/diff-fields.ts'
import { counted } from '../history/plural.ts'
import { keptStamp } from '../history/record-stamp.ts'
import { requireVersion } from '../history/require-version.ts'
import { holidayFields } from '../holidays/holiday-fields.ts'
import { categoryFields, lockCategory, thisCategory } from './category-fields.ts'
import { reassignOperations } from './reassign-operations.ts'

export interface DeleteCategoryInput {
  readonly categoryId: string
  /** Where its operations go. */
  readonly reassignTo?: string
}

/**
 * Deletes a work centre with its own holidays and exceptions, after moving its operations to `reassignTo`. 409 while
 * operations use it and nowhere is named, 400 when that is no other work centre of the organisation.
 */
export const deleteCategory = (ctx: TenantContext, { categoryId, reassignTo }: DeleteCategoryInput): Promise<void> =>
  writeTenant(ctx, async (tx, record) => {
    const before = requireVersion(await lockCategory(ctx, tx, categoryId))
    if (reassignTo !== undefined) await reassignOperations(ctx, tx, record, { from: before, toId: reassignTo })
    const [used] = await tx
      .select({ count: count() })
      .from(operations)
      .where(and(eq(operations.tenantId, ctx.tenantId), eq(operations.categoryId, categoryId)))
    if (used && used.count > 0) {
      throw new ConflictError(`${before.name} cannot be deleted: it is used by ${counted(used.count, 'operation')}.`)
    }
    const closed = await tx
      .delete(holidays)
      .where(and(eq(holidays.tenantId, ctx.tenantId), eq(holidays.categoryId, categoryId)))
      .returning()
    const exceptions = await tx
      .delete(calendarExceptions)
      .where(and(eq(calendarExceptions.tenantId, ctx.tenantId), eq(calendarExceptions.categoryId, categoryId)))
      .returning()
    await tx.delete(categories).where(thisCategory(ctx, categoryId))
    for (const row of closed) {
      const changes = diffFields({ ...holidayFields(row), ...keptStamp(row) }, null)
      record.history({ entity: 'holiday', entityId: row.holidayId, action: 'delete', changes })
    }
    for (const row of exceptions) {
      const changes = diffFields({ ...exceptionFields(row), ...keptStamp(row) }, null)
      record.history({ entity: 'calendarException', entityId: row.exceptionId, action: 'delete', changes })
    }
    const changes = diffFields({ ...categoryFields(before), ...keptStamp(before) }, null)
    record.history({ entity: 'category', entityId: categoryId, action: 'delete', changes })
    record.changed('categories', { id: categoryId })
    if (closed.length + exceptions.length > 0) record.changed('holidays')
    record.planChanged()
  })

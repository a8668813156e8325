import { and, eq } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import { calendarExceptions } from '../../db/tables/holidays.table.ts'
import { writeTenant } from '../../db/transaction.ts'
import { NotFoundError } from '../../errors.ts'
import { diffFields } from '../history/diff-fields.ts'
import { keptStamp } from '../history/record-stamp.ts'
import { lockOrganisation } from '../organisation/lock-organisation.ts'
import { exceptionFields } from './exception-fields.ts'

/** Takes overtime or downtime back. */
export const deleteCalendarException = (ctx: TenantContext, { exceptionId }: { exceptionId: string }): Promise<void> =>
  writeTenant(ctx, async (tx, record) => {
    await lockOrganisation(ctx, tx)
    const [before] = await tx
      .delete(calendarExceptions)
      .where(and(eq(calendarExceptions.tenantId, ctx.tenantId), eq(calendarExceptions.exceptionId, exceptionId)))
      .returning()
    if (!before) throw new NotFoundError()
    const changes = diffFields({ ...exceptionFields(before), ...keptStamp(before) }, null)
    record.history({ entity: 'calendarException', entityId: exceptionId, action: 'delete', changes })
    record.changed('holidays', { id: exceptionId })
    record.workingTimeChanged('exception', before.name)
  })

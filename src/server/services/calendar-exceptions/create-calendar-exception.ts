import { randomUUID } from 'node:crypto'
import type { CalendarException, CalendarExceptionInput } from '#contract/holidays.ts'
import type { TenantContext } from '../../context.ts'
import { calendarExceptions } from '../../db/tables/holidays.table.ts'
import { writeTenant } from '../../db/transaction.ts'
import { requireCategory } from '../categories/check-category.ts'
import { diffFields } from '../history/diff-fields.ts'
import { createdStamp } from '../history/record-stamp.ts'
import { lockOrganisation } from '../organisation/lock-organisation.ts'
import { exceptionFields, presentException } from './exception-fields.ts'

/** Adds one-off overtime or downtime, for the organisation or one work centre. 400 when there is no such work centre. */
export const createCalendarException = (
  ctx: TenantContext,
  { input }: { input: CalendarExceptionInput },
): Promise<CalendarException> =>
  writeTenant(ctx, async (tx, record) => {
    await lockOrganisation(ctx, tx)
    await requireCategory(ctx, tx, input.categoryId)
    const [row] = await tx
      .insert(calendarExceptions)
      .values({
        tenantId: ctx.tenantId,
        exceptionId: randomUUID(),
        kind: input.kind,
        name: input.name,
        startsAt: new Date(input.startsAt),
        endsAt: new Date(input.endsAt),
        categoryId: input.categoryId ?? null,
        ...createdStamp(ctx),
      })
      .returning()
    if (!row) throw new Error('An insert returned no row')
    const changes = diffFields(null, exceptionFields(row))
    record.history({ entity: 'calendarException', entityId: row.exceptionId, action: 'create', changes })
    record.changed('holidays', { id: row.exceptionId, version: row.version })
    record.workingTimeChanged('exception', row.name)
    return presentException(row)
  })

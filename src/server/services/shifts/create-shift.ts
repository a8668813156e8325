import { randomUUID } from 'node:crypto'
import type { Shift, ShiftInput } from '#contract/shifts.ts'
import type { TenantContext } from '../../context.ts'
import { shifts } from '../../db/tables/shifts.table.ts'
import { writeTenant } from '../../db/transaction.ts'
import { diffFields } from '../history/diff-fields.ts'
import { createdStamp } from '../history/record-stamp.ts'
import { requireDistinctStarts, requireFreeName } from './check-shift.ts'
import { presentShift, shiftFields } from './shift-fields.ts'

/** Creates a shift pattern; no run depends on it before something uses it. 409 when the name is in use. */
export const createShift = (ctx: TenantContext, { input }: { input: ShiftInput }): Promise<Shift> =>
  writeTenant(ctx, async (tx, record) => {
    requireDistinctStarts(input.versions)
    await requireFreeName(ctx, tx, input.name)
    const [row] = await tx
      .insert(shifts)
      .values({
        tenantId: ctx.tenantId,
        shiftId: randomUUID(),
        name: input.name,
        description: input.description ?? '',
        versions: input.versions,
        ...createdStamp(ctx),
      })
      .returning()
    if (!row) throw new Error('An insert returned no row')
    const changes = diffFields(null, shiftFields(row))
    record.history({ entity: 'shift', entityId: row.shiftId, action: 'create', changes })
    record.changed('shifts', { id: row.shiftId, version: row.version })
    return presentShift(row)
  })

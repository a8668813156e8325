import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Shift, ShiftInput } from '#contract/shifts.ts'
import type { TenantContext } from '../../context.ts'
import { shifts } from '../../db/tables/shifts.table.ts'
import { writeTenant } from '../../db/transaction.ts'
import { diffFields } from '../history/diff-fields.ts'
import { createdStamp } from '../history/record-stamp.ts'
import { requireVersion } from '../history/require-version.ts'
import { lockSettings, storeSettings } from '../organisation/change-organisation.ts'
import { requireDistinctStarts, requireFreeName } from './check-shift.ts'
import { presentShift, shiftFields } from './shift-fields.ts'

/**
 * Creates a shift pattern. The first one becomes the default of an organisation that has none: nobody makes a pattern to go on
 * working around the clock. No run depends on any other before something uses it. 409 when the name is in use.
 */
export const createShift = (ctx: TenantContext, { input }: { input: ShiftInput }): Promise<Shift> =>
  writeTenant(ctx, async (tx, record) => {
    requireDistinctStarts(input.versions)
    const organisation = requireVersion(await lockSettings(ctx, tx))
    await requireFreeName(ctx, tx, input.name)
    const others = await tx
      .select({ id: shifts.shiftId })
      .from(shifts)
      .where(eq(shifts.tenantId, ctx.tenantId))
      .limit(1)
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
    if (others.length === 0 && organisation.defaultShiftId === null) {
      await storeSettings(ctx, tx, record, organisation, { defaultShiftId: row.shiftId })
    }
    return presentShift(row)
  })

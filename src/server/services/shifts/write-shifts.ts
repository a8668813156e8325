import { randomUUID } from 'node:crypto'
import { and, eq, ne } from 'drizzle-orm'
import type { Shift, ShiftInput, ShiftVersion } from '#contract/shifts.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { shifts } from '../../db/tables/shifts.table.ts'
import { ConflictError, ValidationError } from '../../errors.ts'
import { changedStamp, counted, createdStamp, keptStamp, requireVersion, sentFields } from '../records/record-fields.ts'
import { type Write, writeTenant } from '../records/write-tenant.ts'
import { requireNoOther } from '../tenants/require-own.ts'
import { lockSettings, storeSettings } from '../tenants/settings.ts'
import { lockShift, presentShift, shiftFields, shiftUse, thisShift } from './read-shifts.ts'

/** 409 when another shift pattern has this name. */
const requireFreeName = (ctx: TenantContext, tx: Tx, name: string, exceptId?: string): Promise<void> =>
  requireNoOther(tx, shifts, {
    where: and(
      eq(shifts.tenantId, ctx.tenantId),
      eq(shifts.name, name),
      exceptId ? ne(shifts.shiftId, exceptId) : undefined,
    ),
    refusal: `A shift pattern with this name already exists: ${name}.`,
  })

/** 400 when two weeks of a pattern begin on the same day, because it would be unclear which of them applies. */
const requireDistinctStarts = (versions: readonly ShiftVersion[] | undefined): void => {
  const starts = (versions ?? []).map(({ effectiveFrom }) => effectiveFrom)
  if (new Set(starts).size < starts.length) {
    throw new ValidationError([{ path: 'versions', message: 'Two weeks begin on the same day' }])
  }
}

/**
 * Creates a shift pattern. The first one becomes the default of an organization without a default, because a pattern means
 * that it does not work around the clock. Other new patterns do not affect runs until they are used. 409 when the name is in use.
 */
export const createShiftWithin = async (write: Write, { input }: { input: ShiftInput }): Promise<Shift> => {
  const { ctx, tx, record } = write
  requireDistinctStarts(input.versions)
  const tenant = requireVersion(await lockSettings(ctx, tx))
  await requireFreeName(ctx, tx, input.name)
  const others = await tx.select({ id: shifts.shiftId }).from(shifts).where(eq(shifts.tenantId, ctx.tenantId)).limit(1)
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
  record.saved('shift', { id: row.shiftId, version: row.version }, null, shiftFields(row))
  if (others.length === 0 && tenant.defaultShiftId === null) {
    await storeSettings(write, tenant, { defaultShiftId: row.shiftId })
  }
  return presentShift(row)
}

/** The same, in its own transaction. */
export const createShift = (ctx: TenantContext, shift: { input: ShiftInput }): Promise<Shift> =>
  writeTenant(ctx, (write) => createShiftWithin(write, shift))

interface ChangeShiftInput {
  readonly shiftId: string
  readonly input: Partial<ShiftInput>
  readonly expectedVersion: number | null
}

/** Changes the fields of a shift pattern that were sent. 404, 409 (name in use), 412. */
export const changeShiftWithin = async (
  { ctx, tx, record }: Write,
  { shiftId, input, expectedVersion }: ChangeShiftInput,
): Promise<Shift> => {
  const before = requireVersion(await lockShift(ctx, tx, shiftId), expectedVersion)
  requireDistinctStarts(input.versions)
  if (input.name !== undefined) await requireFreeName(ctx, tx, input.name, shiftId)
  const [after] = await tx
    .update(shifts)
    .set({ ...sentFields(input), ...changedStamp(ctx, before) })
    .where(thisShift(ctx, shiftId))
    .returning()
  if (!after) throw new Error('A locked shift pattern vanished')
  const changes = record.saved(
    'shift',
    { id: shiftId, version: after.version },
    shiftFields(before),
    shiftFields(after),
  )
  if (changes.some(({ field }) => field === 'versions')) {
    const { workCenters, isDefault } = await shiftUse(ctx, tx, shiftId)
    if (workCenters > 0 || isDefault) record.workingTimeChanged('shift', after.name)
  }
  return presentShift(after)
}

/** The same, in its own transaction. */
export const changeShift = (ctx: TenantContext, change: ChangeShiftInput): Promise<Shift> =>
  writeTenant(ctx, (write) => changeShiftWithin(write, change))

/** Deletes a shift pattern; 409 while work centers or the organization use it. */
export const deleteShiftWithin = async (
  { ctx, tx, record }: Write,
  { shiftId }: { readonly shiftId: string },
): Promise<void> => {
  const before = requireVersion(await lockShift(ctx, tx, shiftId))
  const { workCenters, isDefault } = await shiftUse(ctx, tx, shiftId)
  const users = [
    ...(workCenters > 0 ? [counted(workCenters, 'work center')] : []),
    ...(isDefault ? ['the organization as its default'] : []),
  ]
  if (users.length > 0) {
    throw new ConflictError(`${before.name} cannot be deleted: it is used by ${users.join(' and ')}.`)
  }
  await tx.delete(shifts).where(thisShift(ctx, shiftId))
  record.saved('shift', { id: shiftId }, { ...shiftFields(before), ...keptStamp(before) }, null)
}

/** The same, in its own transaction. */
export const deleteShift = (ctx: TenantContext, shift: { shiftId: string }): Promise<void> =>
  writeTenant(ctx, (write) => deleteShiftWithin(write, shift))

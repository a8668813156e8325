import { eq } from 'drizzle-orm'
import type { TenantSettings, TenantSettingsInput } from '#contract/tenant-settings.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { writeSettings } from '../../db/write-settings.ts'
import { NotFoundError, ValidationError } from '../../errors.ts'
import { changedStamp, diffFields, presentStamp, requireVersion, sentFields } from '../records/record-fields.ts'
import { type Write, writeTenant } from '../records/write-tenant.ts'
import { requireShift } from './require-own.ts'

type TenantSettingsRow = typeof tenants.$inferSelect

/** The stored settings of an organization in wire names. */
export const tenantSettingsFields = (row: TenantSettingsRow) => ({
  name: row.name,
  timeZone: row.timeZone,
  freezeWorkingDays: row.freezeWorkingDays,
  defaultShiftId: row.defaultShiftId,
  closedDayRule: row.closedDayRule,
  weekStartsOn: row.weekStartsOn,
  projectNumberPrefix: row.projectNumberPrefix,
  plannersChangeWorkingTime: row.plannersChangeWorkingTime,
  plannersApplyPlans: row.plannersApplyPlans,
  learnedPace: row.learnedPace,
  morningPlan: row.morningPlan,
  keepHistoryYears: row.keepHistoryYears,
  floorIdentification: row.floorIdentification,
  keepNamesMonths: row.keepNamesMonths,
  scrapReasons: [...row.scrapReasons],
  separatesMachineTime: row.separatesMachineTime,
  sampleShop: row.sampleShop,
})

/** Settings a scheduling run depends on. */
const tenantPlanFields: ReadonlySet<string> = new Set([
  'timeZone',
  'freezeWorkingDays',
  'defaultShiftId',
  'closedDayRule',
])

/** An organization as the contract shows it. */
const presentTenantSettings = (row: TenantSettingsRow): TenantSettings => {
  const { sampleShop, ...fields } = tenantSettingsFields(row)
  return {
    tenantId: row.tenantId,
    ...fields,
    holdsSample: sampleShop !== null,
    planOutdated: row.planOutdated,
    ...presentStamp(row),
  }
}

/** The settings of the session's organization. */
export const getTenantSettings = async (ctx: TenantContext): Promise<TenantSettings> => {
  const [row] = await readTenant(ctx, (tx) => tx.select().from(tenants).where(eq(tenants.tenantId, ctx.tenantId)))
  if (!row) throw new NotFoundError()
  return presentTenantSettings(row)
}

interface ChangeTenantSettingsInput {
  readonly input: TenantSettingsInput
  readonly expectedVersion: number | null
}

/** Stores settings of a locked organization with history, and marks the plan as out of date if a run depends on them. */
export const storeSettings = async (
  write: Write,
  before: TenantSettingsRow,
  sent: Parameters<typeof writeSettings>[2],
): Promise<TenantSettingsRow> => {
  const { ctx, tx, record } = write
  const after = await writeSettings(ctx, tx, { ...sentFields(sent), ...changedStamp(ctx, before) })
  if (!after) throw new Error('A locked organization vanished')
  const changes = diffFields(tenantSettingsFields(before), tenantSettingsFields(after))
  if (changes.length > 0) {
    record.history({ entity: 'organisation', entityId: ctx.tenantId, action: 'update', changes })
  }
  record.changed('organisation', { id: ctx.tenantId, version: after.version })
  if (changes.some(({ field }) => tenantPlanFields.has(field))) {
    record.workingTimeChanged('organisation', after.name)
  } else if (after.learnedPace !== before.learnedPace) {
    // The forecast has other hours from now on. The plan is out of date only if its hours were or will be the learned ones.
    record.workingTimeChanged('organisation', after.name)
    if (after.learnedPace !== 'plan' && before.learnedPace !== 'plan') record.workingTimeFollowed()
  }
  return after
}

/** The organization, locked until the transaction ends. */
export const lockSettings = async (ctx: TenantContext, tx: Tx): Promise<TenantSettingsRow | undefined> => {
  const [row] = await tx.select().from(tenants).where(eq(tenants.tenantId, ctx.tenantId)).for('no key update')
  return row
}

/** Changes the settings that were sent. 400 (no such shift pattern, half days), 412. */
export const changeTenantSettingsWithin = async (
  write: Write,
  { input, expectedVersion }: ChangeTenantSettingsInput,
): Promise<TenantSettings> => {
  const { ctx, tx } = write
  const before = requireVersion(await lockSettings(ctx, tx), expectedVersion)
  if (input.freezeWorkingDays !== undefined && !Number.isInteger(input.freezeWorkingDays)) {
    throw new ValidationError([{ path: 'freezeWorkingDays', message: 'Whole numbers only' }])
  }
  await requireShift(ctx, tx, input.defaultShiftId, 'defaultShiftId')
  return presentTenantSettings(await storeSettings(write, before, input))
}

/** The same, in its own transaction. */
export const changeTenantSettings = (ctx: TenantContext, change: ChangeTenantSettingsInput): Promise<TenantSettings> =>
  writeTenant(ctx, (write) => changeTenantSettingsWithin(write, change))

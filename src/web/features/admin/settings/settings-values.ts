import { z } from 'zod'
import { type TenantSettings, TenantSettingsInput } from '#contract/tenant-settings.ts'

const names = [
  'name',
  'timeZone',
  'freezeWorkingDays',
  'defaultShiftId',
  'weekStartsOn',
  'projectNumberPrefix',
] as const

/** What the controls hold: texts, no shift as ''. */
type SettingsValues = Record<(typeof names)[number], string>

export const valuesOf = (tenant: TenantSettings): SettingsValues => ({
  name: tenant.name,
  timeZone: tenant.timeZone,
  freezeWorkingDays: String(tenant.freezeWorkingDays),
  defaultShiftId: tenant.defaultShiftId ?? '',
  weekStartsOn: String(tenant.weekStartsOn),
  projectNumberPrefix: tenant.projectNumberPrefix,
})

/** Theirs, with what was changed of `before` on top. */
export const keepMine = (before: SettingsValues, mine: SettingsValues, theirs: SettingsValues): SettingsValues => {
  const kept = { ...theirs }
  for (const name of names) if (mine[name] !== before[name]) kept[name] = mine[name]
  return kept
}

const days = 'A whole number from 0 to 60'

/** The contract's schema, over what the controls hold. */
export const SettingsInput = z.preprocess(
  (values: SettingsValues) => ({
    ...values,
    freezeWorkingDays: values.freezeWorkingDays.trim() === '' ? null : Number(values.freezeWorkingDays),
    defaultShiftId: values.defaultShiftId || null,
    weekStartsOn: Number(values.weekStartsOn),
  }),
  TenantSettingsInput.required().extend({ freezeWorkingDays: z.int(days).min(0, days).max(60, days) }),
)

/** What was changed of what was read; the rest stays as others may have set it. */
export const settingsChanges = (before: TenantSettings, after: z.infer<typeof SettingsInput>): TenantSettingsInput => ({
  ...(after.name !== before.name && { name: after.name }),
  ...(after.timeZone !== before.timeZone && { timeZone: after.timeZone }),
  ...(after.freezeWorkingDays !== before.freezeWorkingDays && { freezeWorkingDays: after.freezeWorkingDays }),
  ...(after.defaultShiftId !== before.defaultShiftId && { defaultShiftId: after.defaultShiftId }),
  ...(after.weekStartsOn !== before.weekStartsOn && { weekStartsOn: after.weekStartsOn }),
  ...(after.projectNumberPrefix !== before.projectNumberPrefix && { projectNumberPrefix: after.projectNumberPrefix }),
})

import { z } from 'zod/mini'
import { preprocess } from '#contract/fields.ts'
import { type HistoryYears, type TenantSettings, TenantSettingsInput } from '#contract/tenant-settings.ts'

/** The values of the controls, most of them as text; '' for no shift, or for unlimited history. */
type Switch = 'plannersChangeWorkingTime' | 'plannersApplyPlans'
/** Saved in the panels of the shop floor and of the morning plan. */
type OfOtherPanels = 'floorIdentification' | 'keepNamesMonths' | 'scrapReasons' | 'separatesMachineTime' | 'morningPlan'
type SettingsValues = Record<Exclude<keyof TenantSettingsInput, Switch | OfOtherPanels>, string> &
  Pick<TenantSettings, Switch>

export const valuesOf = (tenant: TenantSettings): SettingsValues => ({
  name: tenant.name,
  timeZone: tenant.timeZone,
  freezeWorkingDays: String(tenant.freezeWorkingDays),
  defaultShiftId: tenant.defaultShiftId ?? '',
  closedDayRule: tenant.closedDayRule,
  weekStartsOn: String(tenant.weekStartsOn),
  projectNumberPrefix: tenant.projectNumberPrefix,
  plannersChangeWorkingTime: tenant.plannersChangeWorkingTime,
  plannersApplyPlans: tenant.plannersApplyPlans,
  learnedPace: tenant.learnedPace,
  keepHistoryYears: String(tenant.keepHistoryYears ?? ''),
})

const days = 'A whole number from 0 to 60'

const ofForm = z.omit(TenantSettingsInput, {
  floorIdentification: true,
  keepNamesMonths: true,
  scrapReasons: true,
  morningPlan: true,
  separatesMachineTime: true,
})

/** The schema of the contract, applied to the values of the controls. */
export const SettingsInput = preprocess(
  (values: SettingsValues) => ({
    ...values,
    freezeWorkingDays: values.freezeWorkingDays.trim() === '' ? null : Number(values.freezeWorkingDays),
    defaultShiftId: values.defaultShiftId || null,
    weekStartsOn: Number(values.weekStartsOn),
    keepHistoryYears: values.keepHistoryYears === '' ? null : Number(values.keepHistoryYears),
  }),
  z.extend(z.required(ofForm), {
    freezeWorkingDays: z.int(days).check(z.minimum(0, days), z.maximum(60, days)),
  }),
)

const fields = [
  ...(['name', 'timeZone', 'freezeWorkingDays', 'defaultShiftId', 'closedDayRule'] as const),
  ...([
    'weekStartsOn',
    'projectNumberPrefix',
    'plannersChangeWorkingTime',
    'plannersApplyPlans',
    'learnedPace',
    'keepHistoryYears',
  ] as const),
] as const satisfies readonly (keyof TenantSettingsInput)[]

/** Only the changed fields, so that changes by other users in the remaining fields stay. */
export const settingsChanges = (before: TenantSettings, after: z.infer<typeof SettingsInput>): TenantSettingsInput =>
  Object.fromEntries(fields.filter((field) => after[field] !== before[field]).map((field) => [field, after[field]]))

/** Whether existing history will be deleted. */
export const losesHistory = <T extends TenantSettingsInput>(
  before: TenantSettings,
  changes: T,
): changes is T & { keepHistoryYears: HistoryYears } =>
  changes.keepHistoryYears != null && changes.keepHistoryYears < (before.keepHistoryYears ?? Infinity)

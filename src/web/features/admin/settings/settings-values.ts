import type { Organisation, OrganisationInput } from '#contract/organisation.ts'

/** The form as it stands: figures as typed. */
export interface SettingsValues {
  name: string
  timeZone: string
  freezeWorkingDays: string
  defaultShiftId: string
  weekStartsOn: string
  projectNumberPrefix: string
}

export const valuesOf = (organisation: Organisation): SettingsValues => ({
  name: organisation.name,
  timeZone: organisation.timeZone,
  freezeWorkingDays: String(organisation.freezeWorkingDays),
  defaultShiftId: organisation.defaultShiftId ?? '',
  weekStartsOn: String(organisation.weekStartsOn),
  projectNumberPrefix: organisation.projectNumberPrefix,
})

/** What was changed of what was read; the rest stays as others may have set it. */
export const settingsChanges = (before: SettingsValues, after: SettingsValues): OrganisationInput => {
  const is = (field: keyof SettingsValues) => before[field] !== after[field]
  return {
    ...(is('name') && { name: after.name.trim() }),
    ...(is('timeZone') && { timeZone: after.timeZone as OrganisationInput['timeZone'] }),
    ...(is('freezeWorkingDays') && { freezeWorkingDays: Number(after.freezeWorkingDays) }),
    ...(is('defaultShiftId') && { defaultShiftId: after.defaultShiftId || null }),
    ...(is('weekStartsOn') && { weekStartsOn: Number(after.weekStartsOn) }),
    ...(is('projectNumberPrefix') && { projectNumberPrefix: after.projectNumberPrefix.trim() }),
  }
}

/** What is wrong with a field, null where it is right. */
export const settingsProblems = (values: SettingsValues): Partial<Record<keyof SettingsValues, string>> => {
  const days = Number(values.freezeWorkingDays)
  const isWhole = values.freezeWorkingDays.trim() !== '' && Number.isInteger(days) && days >= 0 && days <= 60
  return {
    ...(values.name.trim() === '' && { name: 'Name is required' }),
    ...(!isWhole && { freezeWorkingDays: 'A whole number from 0 to 60' }),
  }
}

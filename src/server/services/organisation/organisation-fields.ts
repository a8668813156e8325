import type { Organisation } from '#contract/organisation.ts'
import type { tenants } from '../../db/tables/tenants.table.ts'
import { presentStamp } from '../history/record-stamp.ts'

export type OrganisationRow = typeof tenants.$inferSelect

/** The stored settings of an organisation in wire names. */
export const organisationFields = (row: OrganisationRow) => ({
  name: row.name,
  timeZone: row.timeZone,
  freezeWorkingDays: row.freezeWorkingDays,
  defaultShiftId: row.defaultShiftId,
  weekStartsOn: row.weekStartsOn,
  projectNumberPrefix: row.projectNumberPrefix,
})

/** Settings a scheduling run depends on. */
export const organisationPlanFields: ReadonlySet<string> = new Set(['timeZone', 'freezeWorkingDays', 'defaultShiftId'])

/** An organisation as the contract shows it. */
export const presentOrganisation = (row: OrganisationRow): Organisation => ({
  tenantId: row.tenantId,
  ...organisationFields(row),
  planOutdated: row.planOutdated,
  ...presentStamp(row),
})

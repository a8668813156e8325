import { createHash } from 'node:crypto'
import type { SettingsField, SettingsTable } from '#contract/imports.ts'
import { kindTitles, readSettings, type SettingsReader } from '#domain/import/read-settings.ts'
import type { TenantContext } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import type { Write } from '../../records/write-tenant.ts'
import { leftOutColumns, type PlannedRows, RowOutcomes } from '../row-outcomes.ts'
import { planCenters } from './plan-centers.ts'
import { planHolidays } from './plan-holidays.ts'
import { planShifts } from './plan-shifts.ts'

/** A record that the import creates (`id` null) or changes. */
export interface SettingsWrite {
  readonly id: string | null
  readonly store: (write: Write) => Promise<void>
}

export interface PlanScope {
  readonly ctx: TenantContext
  readonly tx: Tx
  readonly table: SettingsTable
  readonly read: SettingsReader
  readonly outcomes: RowOutcomes<SettingsField>
}

/** The import of one kind of table, and the alternatives for its problems. */
export interface PlannedSettings {
  readonly writes: readonly SettingsWrite[]
  readonly choices?: PlannedRows['choices']
  readonly similar?: PlannedRows['similar']
}

/** Plans an import of work centers, shift patterns or holidays row by row, without storing anything. */
export interface SettingsPlan extends PlannedRows {
  readonly writes: readonly SettingsWrite[]
}

const planners: Readonly<Record<SettingsTable['kind'], (scope: PlanScope) => Promise<PlannedSettings>>> = {
  workCenters: planCenters,
  shifts: planShifts,
  holidays: planHolidays,
}

/** Compares a table with what is stored. */
export const planSettings = async (ctx: TenantContext, tx: Tx, table: SettingsTable): Promise<SettingsPlan> => {
  const read = readSettings(table)
  const outcomes = new RowOutcomes<SettingsField>(table.rows.length, read.columnOf)
  for (const { problems } of read.rows) for (const problem of problems) outcomes.failCell(problem)
  const { writes, choices = {}, similar = [] } = await planners[table.kind]({ ctx, tx, table, read, outcomes })
  const rows = outcomes.listed()
  const hash = createHash('sha256')
  hash.update(JSON.stringify([rows.actions, rows.changed, writes.map(({ id }) => id)]))
  const kinds = Object.values(kindTitles)
  return {
    ...rows,
    notes: read.notes,
    leftOut: leftOutColumns(table),
    choices: { kinds, ...choices },
    similar,
    writes,
    seen: hash.digest('base64url'),
  }
}

import {
  type ColumnField,
  columnsOfOperation,
  columnsOfProject,
  type ImportKind,
  importFields,
  type SettingsField,
  settingsFields,
} from '#contract/imports.ts'
import { fieldInColumn, operationFields } from '../operations/fields.ts'
import { projectFieldInColumn, projectFields } from '../projects/fields.ts'
import { recordOf } from '../record-of.ts'

/** Name of each project field in export headers. */
const projectTitles = recordOf(columnsOfProject, (column) => {
  const name = projectFieldInColumn(column)
  const field = name && projectFields[name]
  return field?.head ?? field?.title ?? column
})

const operationTitles = recordOf(columnsOfOperation, (column) => {
  const name = fieldInColumn(column)
  const field = name && operationFields[name]
  return field?.head ?? field?.title ?? column
})

const settingsTitles: Readonly<Record<SettingsField, string>> = {
  centerName: 'Name',
  centerKind: 'Kind',
  capacity: 'Parallel capacity',
  centerShift: 'Shift pattern',
  color: 'Color',
  supplier: 'Supplier',
  shiftName: 'Shift pattern',
  weekdays: 'Days',
  shiftStart: 'Start',
  shiftEnd: 'End',
  breaks: 'Breaks',
  effectiveFrom: 'Effective from',
  shiftDescription: 'Description',
  holidayName: 'Name',
  holidayDate: 'Date',
  closedFrom: 'Closed from',
  closedTo: 'Closed to',
  closedCenter: 'Work center',
}

/** Name of each field on screens and in files. */
export const fieldTitles: Readonly<Record<ColumnField, string>> = {
  ...projectTitles,
  ...operationTitles,
  ...settingsTitles,
}

/** Fields that a table of each kind may contain. */
export const fieldsOfKind: Readonly<Record<ImportKind, readonly ColumnField[]>> = {
  projects: importFields,
  ...settingsFields,
}

import type { Project } from '#contract/projects.ts'
import { type ProjectFieldName, projectField, projectFieldNames } from '#domain/projects/fields.ts'
import { recordOf } from '#domain/record-of.ts'
import type { projects } from '../../db/tables/projects.table.ts'

export type ProjectRow = typeof projects.$inferSelect

/** The stored value of a field. */
export const storedProjectValue = (row: ProjectRow, name: ProjectFieldName): unknown =>
  name === 'progressPercentage' ? row.progressPercent : row[name]

const own = projectFieldNames.filter((name) => name !== 'externalId')

/** The stored fields of a project in wire names, for answers and for the comparison in history. */
export const presentProjectFields = (row: ProjectRow): Pick<Project, Exclude<ProjectFieldName, 'externalId'>> =>
  recordOf(own, (name) => {
    const value = storedProjectValue(row, name)
    return value instanceof Date ? value.toISOString() : value
  }) as Pick<Project, (typeof own)[number]>

/** The fields that history stores of a project. */
export const keptProjectFields = (row: ProjectRow) => ({ ...presentProjectFields(row), externalId: row.externalId })

/** True if these changes make an earlier run out of date. */
export const touchesProjectPlan = (changes: readonly { readonly field: string }[]): boolean =>
  changes.some(({ field }) => projectField(field)?.isInPlan === true)

import type { Project } from '#contract/projects.ts'
import { type ProjectFieldName, projectFieldNames } from '#domain/projects/fields.ts'
import type { projects } from '../../db/tables/projects.table.ts'
import { presentRow } from '../records/record-fields.ts'

export type ProjectRow = typeof projects.$inferSelect

const own = projectFieldNames.filter((name) => name !== 'externalId')

/** The stored fields of a project in wire names, for answers and for the comparison in history. */
export const presentProjectFields = (row: ProjectRow): Pick<Project, Exclude<ProjectFieldName, 'externalId'>> =>
  presentRow(row, own)

/** The fields that history stores of a project. */
export const keptProjectFields = (row: ProjectRow) => ({ ...presentProjectFields(row), externalId: row.externalId })

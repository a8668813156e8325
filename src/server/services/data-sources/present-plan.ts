import { type ChangeOfRun, type KeptValue, mostListedDifferences, type SourceDoubts } from '#contract/data-sources.ts'
import { columnsOfOperation, columnsOfProject, type ImportField, type ImportTable } from '#contract/imports.ts'
import { fieldTitles } from '#domain/import/column-names.ts'
import { type ExportCells, type ExportScope, operationCells, projectCells } from '../imports/export-cells.ts'
import type { PlannedGroup } from '../imports/plan-group.ts'
import type { ImportPlan } from '../imports/plan-import.ts'
import { namedChoices } from '../imports/row-outcomes.ts'
import type { LinkedOperation } from '../operations/operation-fields.ts'
import type { ProjectRow } from '../projects/project-fields.ts'
import type { SourcePlan } from './plan-source-run.ts'

const scopeOf = ({ shop, categories, timeZone }: ImportPlan): ExportScope => ({
  timeZone,
  centerNames: new Map([...shop.categories, ...categories].map(({ categoryId, name }) => [categoryId, name])),
})

const cellsOfProject = (project: ProjectRow, scope: ExportScope): ExportCells =>
  projectCells({ project, operations: [], all: [] }, scope)

/** The texts of an operation, whose predecessors are named as among the others of its project. */
const cellsOfOperation = (
  operation: LinkedOperation,
  { project, others }: { readonly project: ProjectRow; readonly others: readonly LinkedOperation[] },
  scope: ExportScope,
): ExportCells => {
  const all = [...others.filter(({ row }) => row.operationId !== operation.row.operationId), operation]
  return operationCells({ project, operations: [operation], all }, scope)[0] ?? {}
}

/** The operations of a project after the run, and the stored ones. */
const operationsOf = ({ shop }: ImportPlan, { before, done }: PlannedGroup): readonly LinkedOperation[] => {
  const planned = done?.planned.map(({ after }) => after) ?? []
  const ids = new Set(planned.map(({ row }) => row.operationId))
  const stored = before ? shop.operationsOf(before.projectId) : []
  return [...planned, ...stored.filter(({ row }) => !ids.has(row.operationId))]
}

const cellIn = ({ rows, columns }: ImportTable, row: number, column: ImportField): string =>
  (rows[row]?.[columns.indexOf(column)] ?? '').trim()

/** The values that stay because they were changed here, with those of the source, as texts of a table; at most 500. */
export const presentKept = ({ plan, table }: Pick<SourcePlan, 'plan' | 'table'>): KeptValue[] => {
  const scope = scopeOf(plan)
  const kept: KeptValue[] = []
  for (const group of plan.groups) {
    const { before: project, done } = group
    if (!project || !done) continue
    const { projectId, projectNumber, projectName } = project
    const ofProject = { projectId, projectNumber, projectName }
    for (const { column: field, theirs } of done.kept) {
      const filled = group.group.rows.find((row) => cellIn(table, row, field) !== '') ?? group.group.row
      kept.push({
        ...ofProject,
        operationId: null,
        operationName: null,
        field,
        ours: cellsOfProject(project, scope)[field] ?? '',
        theirs: theirs ? (cellsOfProject(theirs, scope)[field] ?? '') : cellIn(table, filled, field),
      })
    }
    for (const { row, before, kept: columns } of done.planned) {
      if (!before || columns.length === 0) continue
      const beside = { project, others: operationsOf(plan, group) }
      const ours = cellsOfOperation(before, beside, scope)
      for (const { column: field, theirs } of columns) {
        kept.push({
          ...ofProject,
          operationId: before.row.operationId,
          operationName: before.row.name,
          field,
          ours: ours[field] ?? '',
          theirs: theirs ? (cellsOfOperation(theirs, beside, scope)[field] ?? '') : cellIn(table, row, field),
        })
      }
    }
    if (kept.length >= mostListedDifferences) break
  }
  return kept.slice(0, mostListedDifferences)
}

type Changes = ChangeOfRun['changes']

const changesBetween = (fields: readonly ImportField[], before: ExportCells | null, after: ExportCells): Changes =>
  fields.flatMap((field) => {
    const [from, to] = [before?.[field] ?? '', after[field] ?? '']
    return from === to ? [] : [{ field: fieldTitles[field], before: from, after: to }]
  })

const changesOfGroup = (
  { plan, table }: Pick<SourcePlan, 'plan' | 'table'>,
  group: PlannedGroup,
  scope: ExportScope,
): ChangeOfRun[] => {
  const { before, done } = group
  // A new record has a value in every column. Only the columns of the table come from the source.
  const listed = (columns: readonly ImportField[], isNew: boolean) =>
    isNew ? columns.filter((field) => table.columns.includes(field)) : columns
  if (!done) return []
  const { projectNumber, projectName } = done.after
  const cells = (row: ProjectRow | null) => row && cellsOfProject(row, scope)
  const others = done.operations.length > 0 ? operationsOf(plan, group) : []
  const beside = { project: done.after, others }
  const ofProject: ChangeOfRun[] = done.project
    ? [
        {
          action: before ? 'update' : 'create',
          projectNumber,
          projectName,
          operationName: null,
          changes: changesBetween(listed(columnsOfProject, !before), cells(before), cellsOfProject(done.after, scope)),
        },
      ]
    : []
  return [
    ...ofProject,
    ...done.operations.map((one): ChangeOfRun => {
      const stored = one.before && cellsOfOperation(one.before, beside, scope)
      return {
        action: one.before ? 'update' : 'create',
        projectNumber,
        projectName,
        operationName: one.after.row.name,
        changes: changesBetween(
          listed(columnsOfOperation, !stored),
          stored,
          cellsOfOperation(one.after, beside, scope),
        ),
      }
    }),
  ]
}

/** What the run would change, as texts of a table, in the order of the table; at most 500 records. */
export const presentChanges = (of: Pick<SourcePlan, 'plan' | 'table'>): ChangeOfRun[] => {
  const { plan } = of
  const scope = scopeOf(plan)
  const changes: ChangeOfRun[] = []
  for (const group of plan.groups) {
    changes.push(...changesOfGroup(of, group, scope))
    if (changes.length >= mostListedDifferences) break
  }
  return changes.slice(0, mostListedDifferences)
}

/** The rows that could not be understood, with what a person needs to correct them; null = there are none. */
export const presentDoubts = ({ plan, table }: Pick<SourcePlan, 'plan' | 'table'>): SourceDoubts | null => {
  const rows = plan.actions.flatMap((action, row) =>
    action === 'failed' ? [{ row, cells: [...(table.rows[row] ?? [])] }] : [],
  )
  if (rows.length === 0) return null
  return {
    header: [...table.header],
    columns: [...table.columns],
    rows,
    problems: [...plan.problems],
    choices: namedChoices(plan),
    similar: [...plan.similar],
    planQuestions: [...plan.questions],
  }
}

import type { PlanQuestion } from '#contract/import-previews.ts'
import type { ImportField, ImportTable } from '#contract/imports.ts'
import type { ProjectInput } from '#contract/projects.ts'
import type { ProjectGroup } from '#domain/import/group-rows.ts'
import type { RowReader } from '#domain/import/read-rows.ts'
import { operationField } from '#domain/operations/fields.ts'
import { projectField } from '#domain/projects/fields.ts'
import type { TenantContext } from '../../context.ts'
import { keptOperationFields } from '../operations/operation-fields.ts'
import { keptProjectFields, type ProjectRow } from '../projects/project-fields.ts'
import type { ProjectWrite } from '../projects/store-projects.ts'
import { diffFields } from '../records/record-fields.ts'
import type { AdjustedProject, PlanHooks } from './plan-hooks.ts'
import type { Identity } from './plan-identity.ts'
import { type PlannedOperation, planOperations } from './plan-operations.ts'
import { type PlannedProject, planProject } from './plan-project.ts'
import type { RowOutcomes, RowProblem } from './row-outcomes.ts'
import type { StoredShop } from './stored-shop.ts'
import type { WorkCenterNames } from './work-center-names.ts'

/** A project of the table and the stored one that it is; null = a new one, or unknown. */
export interface PlannedGroup {
  readonly group: ProjectGroup
  readonly before: ProjectRow | null
  /** Whether it is known which project it is. */
  readonly isAssigned: boolean
  readonly hasFailed: boolean
  /** null = nothing of it is imported. */
  readonly done: {
    readonly after: ProjectRow
    readonly kept: AdjustedProject['kept']
    readonly planned: readonly PlannedOperation[]
    readonly project: ProjectWrite | null
    /** Those of `planned` that change something. */
    readonly operations: readonly PlannedOperation[]
  } | null
}

export interface PlanScope {
  readonly ctx: TenantContext
  readonly table: ImportTable
  readonly reader: RowReader
  readonly shop: StoredShop
  readonly identify: (group: ProjectGroup) => Identity
  readonly centers: WorkCenterNames
  readonly endOfTodayMs: number
  readonly outcome: RowOutcomes<ImportField>
  readonly hooks: PlanHooks | null
  /** Rows in which a cell about the project cannot be read. */
  readonly brokenProjects: ReadonlySet<number>
  readonly questions: PlanQuestion[]
}

/** Refuses a row of a project, and with it the others. */
const failGroup = (
  group: ProjectGroup,
  { outcome }: Pick<PlanScope, 'outcome'>,
  problem: Omit<RowProblem<ImportField>, 'row'> | null,
  at = group.row,
): null => {
  if (problem) outcome.fail({ row: at, ...problem })
  const message = `Its project has an error in row ${at + 1}`
  for (const row of group.rows) if (row !== at && !outcome.hasFailed(row)) outcome.fail({ row, field: null, message })
  return null
}

interface Draft extends ReturnType<typeof planOperations> {
  readonly before: ProjectRow | null
  readonly after: ProjectRow
  readonly kept: AdjustedProject['kept']
  readonly projectChanges: ReturnType<typeof diffFields>
  readonly operationChanges: readonly {
    readonly one: PlannedOperation
    readonly changes: ReturnType<typeof diffFields>
  }[]
}

/** What the table says of a stored project, as an import that repeats takes it. */
const adjustedFields = (
  { fields }: ProjectGroup,
  { hooks }: PlanScope,
  before: ProjectRow | null,
  plan: (fields: ProjectInput) => PlannedProject,
): AdjustedProject => {
  if (!before || !hooks) return { fields, kept: [] }
  return hooks.adjustProject(before, fields, (others) => {
    const planned = plan(others)
    return planned.ok ? planned.after : null
  })
}

/** Plans a project and its operations, without recording the outcome yet. */
const draftGroup = (
  group: ProjectGroup,
  identity: { readonly before: ProjectRow | null; readonly externalId?: string | undefined },
  scope: PlanScope,
): Draft | Extract<PlannedProject, { ok: false }> => {
  const { ctx, shop, outcome, reader } = scope
  const planFields = (fields: ProjectInput) =>
    planProject(ctx, { ...group, fields }, { ...identity, endOfTodayMs: scope.endOfTodayMs })
  const { fields, kept } = adjustedFields(group, scope, identity.before, planFields)
  const project = planFields(fields)
  if (!project.ok) return project
  const { before, after } = project
  const operations = planOperations(group, {
    ctx,
    projectId: after.projectId,
    of: after.projectNumber ? `project ${after.projectNumber}` : after.projectName,
    stored: before ? shop.operationsOf(after.projectId) : [],
    centers: scope.centers,
    numbers: reader.habits.numbers,
    chained: scope.table.chained && !reader.columnOf.has('predecessors'),
    hooks: scope.hooks,
    hasFailed: outcome.hasFailed,
  })
  return {
    before,
    after,
    kept,
    ...operations,
    projectChanges: diffFields(before && keptProjectFields(before), keptProjectFields(after)),
    operationChanges: operations.planned.map((one) => ({
      one,
      changes: diffFields(one.before && keptOperationFields(one.before), keptOperationFields(one.after)),
    })),
  }
}

const changesNothing = ({ projectChanges, operationChanges, problems }: Draft): boolean =>
  projectChanges.length === 0 && problems.length === 0 && operationChanges.every(({ changes }) => changes.length === 0)

/** The draft of the stored project that a group is. null = its rows are refused. */
const identifiedDraft = (group: ProjectGroup, scope: PlanScope): Draft | null => {
  const identity = scope.identify(group)
  if (identity.kind === 'refused') return failGroup(group, scope, identity.refusal)
  if (identity.kind === 'known') {
    const draft = draftGroup(group, identity, scope)
    return 'ok' in draft ? failGroup(group, scope, draft) : draft
  }
  for (const before of identity.candidates) {
    const draft = draftGroup(group, { before, externalId: before.externalId ?? group.externalId }, scope)
    if (!('ok' in draft) && changesNothing(draft)) return draft
  }
  scope.questions.push(identity.question)
  const [first] = identity.question.projects
  const name = first ? `#${first.projectNumber} ${first.projectName}` : ''
  const message = `${name} came from a plan with the same ${group.externalId === undefined ? 'name' : 'ids'}. Choose whether this is the same plan or a new one.`
  return failGroup(group, scope, { field: 'projectName', message })
}

/** Plans one project with its operations. null = nothing of it is imported. */
const planDraft = (group: ProjectGroup, scope: PlanScope) => {
  const { outcome } = scope
  const broken = group.rows.find((row) => scope.brokenProjects.has(row))
  if (broken !== undefined) return failGroup(group, scope, null, broken)
  const draft = identifiedDraft(group, scope)
  if (!draft) return null
  const { before, after, problems, warnings, projectChanges } = draft
  for (const problem of problems) outcome.fail(problem)
  for (const { message, row, field } of warnings) outcome.warn(message, [row], field)
  for (const { one, changes } of draft.operationChanges) {
    if (one.before)
      outcome.markCells(
        one.row,
        changes.map(({ field }) => operationField(field)?.column ?? null),
      )
    outcome.mark(one.row, one.before ? (changes.length > 0 ? 'update' : 'unchanged') : 'create')
  }
  // A new project whose rows all failed is not created.
  const alive = group.rows.filter((row) => !outcome.hasFailed(row))
  const [first] = alive
  if (first === undefined) return null
  for (const row of alive) outcome.mark(row, 'unchanged')
  if (!before) outcome.mark(first, 'create')
  else if (projectChanges.length > 0) {
    outcome.mark(first, 'update')
    outcome.markCells(
      first,
      projectChanges.map(({ field }) => projectField(field)?.column ?? null),
    )
  }
  return {
    before,
    after,
    kept: draft.kept,
    planned: draft.planned,
    project: projectChanges.length > 0 ? { before, after } : null,
    operations: draft.operationChanges.flatMap(({ one, changes }) => (changes.length > 0 ? [one] : [])),
  }
}

/** Plans one project with its operations, and says which stored project it is. */
export const planGroup = (group: ProjectGroup, scope: PlanScope): PlannedGroup => {
  const done = planDraft(group, scope)
  const identity = done ? null : scope.identify(group)
  return {
    group,
    before: done?.before ?? (identity?.kind === 'known' ? identity.before : null),
    isAssigned: done !== null || identity?.kind === 'known',
    hasFailed: group.rows.some(scope.outcome.hasFailed),
    done,
  }
}

import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { PlanQuestion } from '#contract/import-previews.ts'
import { columnsOfProject, type ImportField, type ImportTable } from '#contract/imports.ts'
import { phaseTitles, projectPhases, projectStatuses } from '#contract/vocabulary.ts'
import { groupRows, type ProjectGroup } from '#domain/import/group-rows.ts'
import { type ReadRow, type RowReader, rowReader } from '#domain/import/read-rows.ts'
import { operationField } from '#domain/operations/fields.ts'
import { projectField } from '#domain/projects/fields.ts'
import { endOfTodayOnEarth } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { keptOperationFields } from '../operations/operation-fields.ts'
import { keptProjectFields, type ProjectRow } from '../projects/project-fields.ts'
import type { ProjectWrite } from '../projects/store-projects.ts'
import { diffFields } from '../records/record-fields.ts'
import { askInTurn } from '../scheduling/ask-in-turn.ts'
import { formatNames } from './format-names.ts'
import { type PlannedCalendar, planCalendars } from './plan-calendars.ts'
import { type Identity, identities } from './plan-identity.ts'
import { type PlannedOperation, planOperations } from './plan-operations.ts'
import { type PlannedProject, planProject } from './plan-project.ts'
import { prepareDates } from './prepare-dates.ts'
import { leftOutColumns, type PlannedRows, RowOutcomes, type RowProblem } from './row-outcomes.ts'
import { type CategoryRow, loadStoredShop, type StoredShop, selectImportTenant } from './stored-shop.ts'
import { type PlannedWork, warnOfNoHours } from './warn-hours.ts'
import { type NewCategory, type WorkCenterNames, workCenterNames } from './work-center-names.ts'

/** Plans an import row by row, without storing anything. */
export interface ImportPlan extends PlannedRows {
  /** The state of the shop for which it holds. */
  readonly changeNumber: number
  readonly categories: readonly NewCategory[]
  /** Names of work centers and pools that are not there and are not created. */
  readonly unknownWorkCenters: readonly string[]
  readonly projects: readonly ProjectWrite[]
  /** Project by project. */
  readonly operations: readonly (readonly PlannedOperation[])[]
  readonly calendars: readonly PlannedCalendar[]
  /** Projects of a plan that only the user can match to stored ones. */
  readonly questions: readonly PlanQuestion[]
}

/** Names of work centers that indicate work by a supplier. */
const saysOutside = (name: string): boolean =>
  /\b(?:outside|out-?sourced?|osp|sub-?contract(?:ed|or)?|external|extern|fremd\w*)\b/i.test(name)

const rowsAtOnce = 250

/** Reads all rows, in parts, so that others are answered meanwhile. */
const readRows = async (table: ImportTable, reader: RowReader, signal: AbortSignal): Promise<ReadRow[]> => {
  const rows: ReadRow[] = []
  for (let row = 0; row < table.rows.length; row += 1) {
    if (row % rowsAtOnce === 0) await setImmediate()
    signal.throwIfAborted()
    rows.push(reader.read(row))
  }
  return rows
}

interface PlanScope {
  readonly ctx: TenantContext
  readonly table: ImportTable
  readonly reader: RowReader
  readonly shop: StoredShop
  readonly identify: (group: ProjectGroup) => Identity
  readonly centers: WorkCenterNames
  readonly endOfTodayMs: number
  readonly outcome: RowOutcomes<ImportField>
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
  readonly projectChanges: ReturnType<typeof diffFields>
  readonly operationChanges: readonly {
    readonly one: PlannedOperation
    readonly changes: ReturnType<typeof diffFields>
  }[]
}

/** Plans a project and its operations, without recording the outcome yet. */
const draftGroup = (
  group: ProjectGroup,
  identity: { readonly before: ProjectRow | null; readonly externalId?: string | undefined },
  scope: PlanScope,
): Draft | Extract<PlannedProject, { ok: false }> => {
  const { ctx, shop, outcome, reader } = scope
  const project = planProject(ctx, group, { ...identity, endOfTodayMs: scope.endOfTodayMs })
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
    hasFailed: outcome.hasFailed,
  })
  return {
    before,
    after,
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
const planGroup = (group: ProjectGroup, scope: PlanScope) => {
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
    name: after.projectNumber || after.projectName,
    planned: draft.planned,
    project: projectChanges.length > 0 ? { before, after } : null,
    operations: draft.operationChanges.flatMap(({ one, changes }) => (changes.length > 0 ? [one] : [])),
  }
}

/** The new work centers that the planned operations use: rows that fail create none. */
const usedCategories = (created: readonly NewCategory[], operations: readonly (readonly PlannedOperation[])[]) => {
  if (created.length === 0) return []
  const used = new Set<string | null>()
  for (const { after } of operations.flat()) {
    used.add(after.row.categoryId).add(after.row.poolId)
    for (const { categoryId } of after.row.alternatives) used.add(categoryId)
  }
  return created.filter(({ categoryId }) => used.has(categoryId))
}

/** A name of the plan: the same rows, records and work centers give the same. Ids of new records are left out. */
const nameOf = (plan: Omit<ImportPlan, 'seen'>): string => {
  const hash = createHash('sha256')
  const calendars = plan.calendars.map(({ name, action, holidays }) => [name, action, holidays.length])
  const categories = plan.categories.map(({ name, kind }) => [name, kind])
  hash.update(JSON.stringify([plan.actions, plan.changed, categories, calendars]))
  for (const { before } of plan.projects) hash.update(`p${before?.projectId ?? ''}`)
  for (const { before } of plan.operations.flat()) hash.update(`o${before?.row.operationId ?? ''}`)
  return hash.digest('base64url')
}

/** Alternatives offered for the problems in cells. */
const choicesOf = (categories: readonly CategoryRow[]): ImportPlan['choices'] => {
  const names = (isPool: boolean) =>
    categories
      .filter(({ kind }) => (kind === 'pool') === isPool)
      .map(({ name }) => name)
      .sort((a, b) => a.localeCompare(b))
  return {
    workCenters: names(false),
    pools: names(true),
    phases: projectPhases.map((phase) => phaseTitles[phase]),
    statuses: projectStatuses,
  }
}

/** Reads the rows and notes the cells that cannot be read. */
const readTable = async (table: ImportTable, timeZone: string, signal: AbortSignal) => {
  await prepareDates(table)
  const reader = rowReader(table, timeZone)
  const rows = await readRows(table, reader, signal)
  const outcome = new RowOutcomes<ImportField>(table.rows.length, reader.columnOf)
  const ofProject = new Set(columnsOfProject.flatMap((field) => reader.columnOf.get(field) ?? []))
  const brokenProjects = new Set<number>()
  for (const { problems } of rows) {
    for (const problem of problems) {
      outcome.failCell(problem)
      if (problem.column !== null && ofProject.has(problem.column)) brokenProjects.add(problem.row)
    }
  }
  const { groups, problems } = groupRows(rows, reader.columnOf)
  for (const problem of problems) outcome.failCell(problem)
  return { reader, outcome, brokenProjects, groups }
}

/** Warns of what is imported, but may not be meant. */
const warnOf = (
  { work, categories }: { readonly work: readonly PlannedWork[]; readonly categories: readonly NewCategory[] },
  { reader, outcome }: Pick<PlanScope, 'reader' | 'outcome'>,
): void => {
  warnOfNoHours(work, reader, outcome)
  const outside = categories.filter(({ name, kind }) => kind === 'inside' && saysOutside(name)).map(({ name }) => name)
  if (outside.length > 0) {
    const message = `Created as work centers of the shop: ${formatNames(outside)}. If a supplier does this work, import or create them first, of the kind Outside.`
    outcome.warn(message, [], 'workCenter')
  }
}

/**
 * Compares a table with what is stored, project by project, so that others are answered meanwhile, and in turn with other tables
 * (`askInTurn`). Stores nothing.
 */
export const planImport = (ctx: TenantContext, table: ImportTable): Promise<ImportPlan> =>
  askInTurn(ctx, 'table', (signal) => planTable(ctx, table, signal))

const planTable = async (ctx: TenantContext, table: ImportTable, signal: AbortSignal): Promise<ImportPlan> => {
  const tenant = await readTenant(ctx, (tx) => selectImportTenant(tx, ctx.tenantId))
  const { reader, outcome, brokenProjects, groups } = await readTable(table, tenant.timeZone, signal)
  const shop = await loadStoredShop(ctx, { groups, isPlan: table.isPlan ?? false })
  const { createsWorkCenters: creates = true, centerMeanings: meanings = [] } = table
  const centers = workCenterNames({ ctx, stored: shop.categories, creates, meanings })
  const endOfTodayMs = endOfTodayOnEarth(ctx.app.now().getTime())
  const questions: PlanQuestion[] = []
  const identify = identities(table, shop)
  const scope = { ctx, table, reader, shop, identify, centers, endOfTodayMs, outcome, brokenProjects, questions }
  const projects: ProjectWrite[] = []
  const operations: PlannedOperation[][] = []
  const work: PlannedWork[] = []
  let planned = 0
  for (const group of groups) {
    const plan = planGroup(group, scope)
    if (plan?.project) projects.push(plan.project)
    if (plan && plan.operations.length > 0) operations.push(plan.operations)
    if (plan) work.push({ name: plan.name, operations: plan.planned })
    planned += group.rows.length
    if (planned < rowsAtOnce) continue
    planned = 0
    await setImmediate()
    signal.throwIfAborted()
  }
  const categories = usedCategories(centers.created(), operations)
  warnOf({ work, categories }, scope)
  const plan = {
    changeNumber: tenant.changeNumber,
    ...outcome.listed(),
    notes: reader.habits.notes,
    leftOut: leftOutColumns(table),
    choices: choicesOf(shop.categories),
    similar: centers.similar(),
    questions,
    categories,
    unknownWorkCenters: centers.unknown(),
    calendars: await planCalendars(ctx, table.calendars ?? []),
    projects,
    operations,
  }
  return { ...plan, seen: nameOf(plan) }
}

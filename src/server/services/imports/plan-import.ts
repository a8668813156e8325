import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { type ImportField, type ImportTable, projectFields } from '#contract/imports.ts'
import { groupRows, type ProjectGroup } from '#domain/import/group-rows.ts'
import { inputNameOf, type ReadRow, type RowReader, rowReader } from '#domain/import/read-rows.ts'
import { endOfDayMs } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { keptOperationFields } from '../operations/operation-fields.ts'
import { keptProjectFields } from '../projects/project-fields.ts'
import type { ProjectWrite } from '../projects/store-projects.ts'
import { diffFields } from '../records/record-fields.ts'
import { askInTurn } from '../scheduling/ask-in-turn.ts'
import { type PlannedCalendar, planCalendars } from './plan-calendars.ts'
import { type PlannedOperation, planOperations } from './plan-operations.ts'
import { planProject } from './plan-project.ts'
import { type PlannedRows, RowOutcomes } from './row-outcomes.ts'
import { loadStoredShop, type StoredShop, selectImportTenant } from './stored-shop.ts'
import { type NewCategory, type WorkCenterNames, workCenterNames } from './work-center-names.ts'

/** What an import does, row by row. Nothing is stored. */
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
}

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

/** The import fields by the names under which history keeps what they change. */
const projectFieldOf: ReadonlyMap<string, ImportField> = new Map<string, ImportField>([
  ...projectFields.map((field): [string, ImportField] => [inputNameOf(field), field]),
  ['externalId', 'projectExternalId'],
])
const operationFieldOf = (name: string): ImportField | null => {
  if (name.startsWith('dependenc')) return 'predecessors'
  const others: Partial<Readonly<Record<string, ImportField>>> = {
    externalId: 'operationExternalId',
    categoryId: 'workCenter',
    poolId: 'pool',
    name: 'operationName',
    description: 'operationDescription',
    progressPercentage: 'progress',
    scheduledStartDate: 'scheduledStart',
    scheduledEndDate: 'scheduledEnd',
    actualStartDate: 'actualStart',
    actualEndDate: 'actualEnd',
    materialReadyDate: 'materialReady',
    categoryFixed: 'workCenterFixed',
  }
  return others[name] ?? operationNames.get(name) ?? null
}
const operationNames = new Map<string, ImportField>(
  (
    [
      'sequence',
      'durationHours',
      'onHold',
      'holdReason',
      'pinned',
      'materialNote',
      'setupHours',
      'hoursPerPiece',
      'quantity',
    ] as const
  ).map((field) => [field, field]),
)
for (const field of ['setupFamily', 'alternatives', 'notes'] as const) operationNames.set(field, field)

interface PlanScope {
  readonly ctx: TenantContext
  readonly table: ImportTable
  readonly reader: RowReader
  readonly shop: StoredShop
  readonly centers: WorkCenterNames
  readonly endOfTodayMs: number
  readonly outcome: RowOutcomes<ImportField>
  /** Rows in which a cell about the project cannot be read. */
  readonly brokenProjects: ReadonlySet<number>
}

/** Plans one project with its operations. null = nothing of it is imported. */
const planGroup = (group: ProjectGroup, scope: PlanScope) => {
  const { ctx, shop, outcome, reader } = scope
  const failAll = (at: number, message: string) => {
    for (const row of group.rows) {
      if (row !== at && !outcome.hasFailed(row)) outcome.fail({ row, field: null, message })
    }
  }
  const broken = group.rows.find((row) => scope.brokenProjects.has(row))
  if (broken !== undefined) {
    failAll(broken, `Its project has an error in row ${broken + 1}`)
    return null
  }
  const project = planProject(ctx, group, scope)
  if (!project.ok) {
    outcome.fail({ row: group.row, field: project.field, message: project.message })
    failAll(group.row, `Its project has an error in row ${group.row + 1}`)
    return null
  }
  const { before, after } = project
  const { planned, problems } = planOperations(group, {
    ctx,
    projectId: after.projectId,
    of: after.projectNumber ? `project ${after.projectNumber}` : after.projectName,
    stored: before ? shop.operationsOf(after.projectId) : [],
    centers: scope.centers,
    numbers: reader.habits.numbers,
    chained: scope.table.chained && !reader.columnOf.has('predecessors'),
    hasFailed: outcome.hasFailed,
  })
  for (const problem of problems) outcome.fail(problem)
  const operations = planned.filter(({ row, before: was, after: is }) => {
    const changes = diffFields(was && keptOperationFields(was), keptOperationFields(is))
    if (was)
      outcome.markCells(
        row,
        changes.map(({ field }) => operationFieldOf(field)),
      )
    outcome.mark(row, was ? (changes.length > 0 ? 'update' : 'unchanged') : 'create')
    return changes.length > 0
  })
  const changes = diffFields(before && keptProjectFields(before), keptProjectFields(after))
  // A new project whose rows all failed is not created.
  const alive = group.rows.filter((row) => !outcome.hasFailed(row))
  const [first] = alive
  if (first === undefined) return null
  for (const row of alive) outcome.mark(row, 'unchanged')
  if (!before) outcome.mark(first, 'create')
  else if (changes.length > 0) {
    outcome.mark(first, 'update')
    outcome.markCells(
      first,
      changes.map(({ field }) => projectFieldOf.get(field)),
    )
  }
  return { project: changes.length > 0 ? { before, after } : null, operations }
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

/**
 * Compares a table with what is stored, project by project, so that others are answered meanwhile, and in turn with other tables
 * (`askInTurn`). Stores nothing.
 */
export const planImport = (ctx: TenantContext, table: ImportTable): Promise<ImportPlan> =>
  askInTurn(ctx, 'table', (signal) => planTable(ctx, table, signal))

const planTable = async (ctx: TenantContext, table: ImportTable, signal: AbortSignal): Promise<ImportPlan> => {
  const tenant = await readTenant(ctx, (tx) => selectImportTenant(tx, ctx.tenantId))
  const reader = rowReader(table, tenant.timeZone)
  const rows = await readRows(table, reader, signal)
  const outcome = new RowOutcomes<ImportField>(table.rows.length, reader.columnOf)
  const ofProject = new Set(projectFields.flatMap((field) => reader.columnOf.get(field) ?? []))
  const brokenProjects = new Set<number>()
  for (const { problems } of rows) {
    for (const problem of problems) {
      outcome.failCell(problem)
      if (problem.column !== null && ofProject.has(problem.column)) brokenProjects.add(problem.row)
    }
  }
  const { groups, problems } = groupRows(rows, reader.columnOf)
  for (const problem of problems) outcome.failCell(problem)
  const shop = await loadStoredShop(ctx, groups)
  const centers = workCenterNames(ctx, shop.categories, table.createsWorkCenters ?? true)
  const endOfTodayMs = endOfDayMs(ctx.app.now().getTime(), tenant.timeZone)
  const scope = { ctx, table, reader, shop, centers, endOfTodayMs, outcome, brokenProjects }
  const projects: ProjectWrite[] = []
  const operations: PlannedOperation[][] = []
  let planned = 0
  for (const group of groups) {
    const plan = planGroup(group, scope)
    if (plan?.project) projects.push(plan.project)
    if (plan && plan.operations.length > 0) operations.push(plan.operations)
    planned += group.rows.length
    if (planned < rowsAtOnce) continue
    planned = 0
    await setImmediate()
    signal.throwIfAborted()
  }
  const plan = {
    changeNumber: tenant.changeNumber,
    ...outcome.listed(),
    notes: reader.habits.notes,
    categories: usedCategories(centers.created(), operations),
    unknownWorkCenters: centers.unknown(),
    calendars: await planCalendars(ctx, table.calendars ?? []),
    projects,
    operations,
  }
  return { ...plan, seen: nameOf(plan) }
}

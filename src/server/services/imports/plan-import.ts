import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { PlanQuestion } from '#contract/import-previews.ts'
import { columnsOfProject, type ImportField, type ImportTable } from '#contract/imports.ts'
import { phaseTitles, projectPhases, projectStatuses } from '#contract/vocabulary.ts'
import { groupRows, type ProjectGroup } from '#domain/import/group-rows.ts'
import { type ReadRow, type RowReader, rowReader } from '#domain/import/read-rows.ts'
import { endOfTodayOnEarth } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import type { ProjectWrite } from '../projects/store-projects.ts'
import { askInTurn } from '../scheduling/ask-in-turn.ts'
import { formatNames } from './format-names.ts'
import { type PlannedCalendar, planCalendars } from './plan-calendars.ts'
import { type PlannedGroup, type PlanScope, planGroup } from './plan-group.ts'
import type { PlanHooks } from './plan-hooks.ts'
import { identities } from './plan-identity.ts'
import type { PlannedOperation } from './plan-operations.ts'
import { prepareDates } from './prepare-dates.ts'
import { leftOutColumns, type PlannedRows, RowOutcomes } from './row-outcomes.ts'
import { type CategoryRow, loadStoredShop, type StoredShop, selectImportTenant } from './stored-shop.ts'
import { type PlannedWork, warnOfNoHours } from './warn-hours.ts'
import { type NewCategory, workCenterNames } from './work-center-names.ts'

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
  /** The projects of the table, whether or not something changes. */
  readonly groups: readonly PlannedGroup[]
  /** Whether a row could not be assigned to a project. */
  readonly hasUnassigned: boolean
  readonly shop: StoredShop
  /** The organization's. */
  readonly timeZone: string
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

/** Whether a row belongs to no project of the table, or a cell that names its project cannot be read. */
const hasUnnamed = (
  { outcome, unreadNames }: Pick<PlanScope, 'outcome'> & { readonly unreadNames: boolean },
  groups: readonly PlannedGroup[],
): boolean => {
  if (unreadNames || groups.some(({ isAssigned }) => !isAssigned)) return true
  const assigned = new Set(groups.flatMap(({ group }) => group.rows))
  return outcome.actions.some((action, row) => action === 'failed' && !assigned.has(row))
}

const workOf = (groups: readonly PlannedGroup[]): PlannedWork[] =>
  groups.flatMap(({ done }) =>
    done ? [{ name: done.after.projectNumber || done.after.projectName, operations: done.planned }] : [],
  )

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

const namingColumns: readonly ImportField[] = ['projectExternalId', 'projectNumber', 'projectName']

/** Reads the rows and notes the cells that cannot be read. */
const readTable = async (table: ImportTable, timeZone: string, signal: AbortSignal) => {
  await prepareDates(table)
  const reader = rowReader(table, timeZone)
  const rows = await readRows(table, reader, signal)
  const outcome = new RowOutcomes<ImportField>(table.rows.length, reader.columnOf)
  const ofProject = new Set(columnsOfProject.flatMap((field) => reader.columnOf.get(field) ?? []))
  const naming = new Set(namingColumns.flatMap((field) => reader.columnOf.get(field) ?? []))
  const brokenProjects = new Set<number>()
  let unreadNames = false
  for (const { problems } of rows) {
    for (const problem of problems) {
      outcome.failCell(problem)
      if (problem.column === null) continue
      if (ofProject.has(problem.column)) brokenProjects.add(problem.row)
      if (naming.has(problem.column)) unreadNames = true
    }
  }
  const { groups, problems } = groupRows(rows, reader.columnOf)
  for (const problem of problems) outcome.failCell(problem)
  return { reader, outcome, brokenProjects, groups, unreadNames }
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
 * (`askInTurn`). Stores nothing. An import that repeats has `hooks`.
 */
export const planImport = (
  ctx: TenantContext,
  table: ImportTable,
  hooks: PlanHooks | null = null,
): Promise<ImportPlan> => askInTurn(ctx, 'table', (signal) => planTable(ctx, { table, hooks }, signal))

/** The projects of a table, planned in parts, so that others are answered meanwhile. */
const planGroups = async (
  groups: readonly ProjectGroup[],
  scope: PlanScope,
  signal: AbortSignal,
): Promise<PlannedGroup[]> => {
  const done: PlannedGroup[] = []
  let planned = 0
  for (const group of groups) {
    done.push(planGroup(group, scope))
    planned += group.rows.length
    if (planned < rowsAtOnce) continue
    planned = 0
    await setImmediate()
    signal.throwIfAborted()
  }
  return done
}

const planTable = async (
  ctx: TenantContext,
  { table, hooks }: { readonly table: ImportTable; readonly hooks: PlanHooks | null },
  signal: AbortSignal,
): Promise<ImportPlan> => {
  const tenant = await readTenant(ctx, (tx) => selectImportTenant(tx, ctx.tenantId))
  const { reader, outcome, brokenProjects, groups, unreadNames } = await readTable(table, tenant.timeZone, signal)
  const shop = await loadStoredShop(ctx, { groups, isPlan: table.isPlan ?? false })
  const { createsWorkCenters: creates = true, centerMeanings: meanings = [] } = table
  const centers = workCenterNames({ ctx, stored: shop.categories, creates, meanings })
  const endOfTodayMs = endOfTodayOnEarth(ctx.app.now().getTime())
  const questions: PlanQuestion[] = []
  const identify = identities(table, shop, hooks?.hasBrought)
  const scope = { ctx, table, reader, shop, identify, centers, endOfTodayMs, outcome, hooks, brokenProjects, questions }
  const done = await planGroups(groups, scope, signal)
  const projects = done.flatMap((one) => one.done?.project ?? [])
  const operations = done.flatMap((one) => (one.done && one.done.operations.length > 0 ? [one.done.operations] : []))
  const categories = usedCategories(centers.created(), operations)
  warnOf({ work: workOf(done), categories }, scope)
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
    groups: done,
    hasUnassigned: hasUnnamed({ outcome, unreadNames }, done),
    shop,
    timeZone: tenant.timeZone,
  }
  return { ...plan, seen: nameOf(plan) }
}

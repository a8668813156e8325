import { createHash } from 'node:crypto'
import type { SourceRunFigures } from '#contract/data-sources.ts'
import type { ImportTable } from '#contract/imports.ts'
import { changedPercent } from '#domain/sources/changed-percent.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import type { ImportWrites } from '../imports/commit-plan.ts'
import type { PlannedGroup } from '../imports/plan-group.ts'
import { type ImportPlan, planImport } from '../imports/plan-import.ts'
import { selectImportTenant } from '../imports/stored-shop.ts'
import type { LinkedOperation } from '../operations/operation-fields.ts'
import type { OperationWrite } from '../operations/store-operations.ts'
import { sourceHooks } from './adjust-records.ts'
import { columnsOfTable, ourColumns } from './column-values.ts'
import { findVanished, type Vanished } from './find-vanished.ts'
import { selectMovedSince } from './moved-since.ts'
import { nextMemory } from './next-memory.ts'
import { heldProject, loadMemory, type SourceRecord } from './source-memory.ts'
import { SourceProblem } from './source-problem.ts'
import type { DataSourceRow } from './source-rows.ts'

/** What a run of a source would do with its table, for one state of the shop. */
export interface SourcePlan {
  readonly changeNumber: number
  readonly table: ImportTable
  readonly plan: ImportPlan
  readonly vanished: Vanished
  readonly writes: ImportWrites
  readonly changesAnything: boolean
  readonly memory: readonly SourceRecord[]
  readonly figures: SourceRunFigures
  /** A name of this effect. */
  readonly seen: string
}

const withoutLinks = ({ before, after }: OperationWrite, removed: ReadonlySet<string>): OperationWrite => ({
  before,
  after: { ...after, dependencies: after.dependencies.filter(({ predecessorId }) => !removed.has(predecessorId)) },
})

/** The writes of a project: those of the table, the operations on hold, and those that no longer wait for removed ones. */
const projectWrites = (
  groups: readonly PlannedGroup[],
  stored: readonly LinkedOperation[],
  gone: Vanished['operations'],
): OperationWrite[] => {
  const removed = new Set(gone.flatMap(({ action, before: { row } }) => (action === 'remove' ? [row.operationId] : [])))
  const writes = new Map<string, OperationWrite>()
  for (const write of groups.flatMap(({ done }) => done?.operations ?? [])) {
    writes.set(write.after.row.operationId, write)
  }
  for (const { before, after } of gone) if (after) writes.set(before.row.operationId, { before, after })
  if (removed.size === 0) return [...writes.values()]
  for (const before of stored) {
    const { operationId } = before.row
    const waits = before.dependencies.some(({ predecessorId }) => removed.has(predecessorId))
    if (waits && !removed.has(operationId) && !writes.has(operationId))
      writes.set(operationId, { before, after: before })
  }
  return [...writes.values()].map((write) => withoutLinks(write, removed))
}

/** Everything that the run stores: what the table changes, and what vanished. */
const writesOf = (plan: ImportPlan, vanished: Vanished): ImportWrites => {
  const goneOf = Map.groupBy(vanished.operations, ({ project }) => project.projectId)
  // Rows may name one stored project in two ways.
  const groupsOf = Map.groupBy(plan.groups, (group) => group.before?.projectId ?? group)
  const operations = [...groupsOf].map(([id, groups]) =>
    typeof id === 'string'
      ? projectWrites(groups, plan.shop.operationsOf(id), goneOf.get(id) ?? [])
      : projectWrites(groups, [], []),
  )
  return {
    categories: plan.categories,
    calendars: [],
    projects: [
      ...plan.projects,
      ...vanished.projects.flatMap(({ before, after }) => (after ? [{ before, after }] : [])),
    ],
    operations: operations.filter(({ length }) => length > 0),
    removed: vanished.operations.flatMap(({ action, before }) => (action === 'remove' ? [before] : [])),
  }
}

const figuresOf = (plan: ImportPlan, vanished: Vanished): SourceRunFigures => {
  const counted = (writes: readonly { readonly before: unknown }[], gone: readonly unknown[]) => {
    const create = writes.filter(({ before }) => before === null).length
    return { create, update: writes.length - create, vanished: gone.length }
  }
  const projects = counted(plan.projects, vanished.projects)
  const operations = counted(plan.operations.flat(), vanished.operations)
  const gone = [...vanished.projects, ...vanished.operations]
  const acted = gone.filter(({ action }) => action !== 'keep').length
  const changed = projects.create + projects.update + operations.create + operations.update + acted
  const named = plan.groups.reduce((sum, { group }) => sum + 1 + group.operations.length, 0)
  const kept = plan.groups.flatMap(({ done }) => (done ? [done.kept, ...done.planned.map((one) => one.kept)] : []))
  return {
    rows: plan.actions.length,
    doubtful: plan.actions.filter((action) => action === 'failed').length,
    projects,
    operations,
    keptOurs: kept.reduce((sum, { length }) => sum + length, 0),
    changedPercent: changedPercent({ changed, named, vanished: gone.length }),
  }
}

/**
 * A name of the effect, and of the versions of the records that it changes: a value that was changed since a person looked is replaced only
 * after another look.
 */
const nameOf = (
  plan: ImportPlan,
  { projects, operations }: Vanished,
  { figures, writes }: Pick<SourcePlan, 'figures' | 'writes'>,
): string => {
  const versions = [
    ...writes.projects.map(({ before }) => [before?.projectId, before?.version]),
    ...writes.operations.flat().map(({ before }) => [before?.row.operationId, before?.row.version]),
  ]
  const gone = [
    ...projects.map(({ action, before }) => [action, before.projectId]),
    ...operations.map(({ action, before }) => [action, before.row.operationId]),
  ]
  return createHash('sha256')
    .update(JSON.stringify([plan.seen, gone.map(String).sort(), figures, versions.map(String).sort()]))
    .digest('base64url')
}

/** Compares the table of a source with what is stored and with what it has brought before. Stores nothing. */
export const planSourceRun = async (
  ctx: TenantContext,
  { source, table }: { readonly source: DataSourceRow; readonly table: ImportTable },
): Promise<SourcePlan> => {
  const { rules, sourceId, name } = source
  // Read first, so that a change during all of this is noticed when the plan is stored.
  const { changeNumber } = await readTenant(ctx, (tx) => selectImportTenant(tx, ctx.tenantId))
  const memory = await loadMemory(ctx, sourceId)
  const columns = columnsOfTable(table.columns)
  const ours = ourColumns(columns, rules.ours)
  const held = [...memory.values()].filter((record) => record.missingSince !== null && heldProject(record))
  const movedSince = await readTenant(ctx, (tx) =>
    selectMovedSince(tx, { tenantId: ctx.tenantId, sourceId, projectIds: held.map(({ recordId }) => recordId) }),
  )
  const plan = await planImport(ctx, table, sourceHooks({ memory, ours, movedSince }))
  if (plan.actions.every((action) => action === 'skip')) throw new SourceProblem('The file has no rows.')
  const vanished = await findVanished({ ctx, plan, memory, rule: rules.vanished, sourceName: name })
  const writes = writesOf(plan, vanished)
  const figures = figuresOf(plan, vanished)
  return {
    changeNumber,
    table,
    plan,
    vanished,
    writes,
    changesAnything: writes.projects.length + writes.operations.length + writes.removed.length > 0,
    memory: await nextMemory(memory, { columns, groups: plan.groups, vanished, at: ctx.app.now().toISOString() }),
    figures,
    seen: nameOf(plan, vanished, { figures, writes }),
  }
}

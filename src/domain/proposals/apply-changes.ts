import type { ProposalChange } from '#contract/proposals.ts'
import { isWorkCenter } from '#domain/categories/category-kind.ts'
import { engineName } from '#domain/fields.ts'
import { atEstimate, projectAtLearnedPace } from '#domain/learned/at-learned-pace.ts'
import { pacesIn } from '#domain/learned/pace-finder.ts'
import { applyOperationChange } from '#domain/operations/apply-operation-change.ts'
import { dateFields, fieldsOfKind, snapshotFields } from '#domain/operations/fields.ts'
import { cycleMessage, findCycle, type Link } from '#domain/operations/find-cycle.ts'
import { isCompleted } from '#domain/operations/is-completed.ts'
import { lagProblem, mergeDependencies } from '#domain/operations/merge-dependencies.ts'
import { reschedule } from '#domain/operations/reschedule.ts'
import { keepOriginals, originalHoursAt, runAt } from '#domain/operations/run-at.ts'
import { withTransferBatches } from '#domain/operations/transfer-batch.ts'
import type {
  ShopSnapshot,
  SnapshotDependency,
  SnapshotOperation,
  SnapshotProject,
} from '#domain/scheduling/shop-snapshot.ts'
import type { SnapshotFields } from '#domain/scheduling/snapshot-fields.ts'
import { endOfDayMs } from '#domain/time/zone-dates.ts'
import { applyWorkingTime, type ChangedShop, goneRecord, type RefusedChange } from './apply-working-time.ts'

type Change<K extends ProposalChange['kind']> = Extract<ProposalChange, { kind: K }>
type Fields<K extends 'project' | 'operation'> = Change<K>['fields']

/** A date in a change: undefined = unchanged, null = removed. */
const sentDate = (iso: string | null | undefined): Date | null | undefined =>
  typeof iso === 'string' ? new Date(iso) : iso
const msOf = (iso: string | null | undefined): number | null | undefined =>
  sentDate(iso)?.getTime() ?? (iso === null ? null : undefined)
const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))
const timeOf = (date: Date | null): number | null => date?.getTime() ?? null

/** The value of a field after a change. */
const either = <T>(sent: T | undefined, present: T): T => (sent === undefined ? present : sent)

const changeProject = (project: SnapshotProject, fields: Fields<'project'>, timeZone: string): SnapshotProject => {
  const shipMs = msOf(fields.plannedShipDate)
  return {
    ...project,
    ...(shipMs !== undefined && { shipMs }),
    priority: fields.priority ?? project.priority,
    phase: fields.currentPhase ?? project.phase,
    dueMs: typeof shipMs === 'number' ? endOfDayMs(shipMs, timeZone) : either(shipMs, project.dueMs),
    productionStartMs: either(msOf(fields.productionStartDate), project.productionStartMs),
    engineeringReleaseMs: either(msOf(fields.engineeringReleaseDate), project.engineeringReleaseMs),
    customerReleaseMs: either(msOf(fields.customerReleaseDate), project.customerReleaseMs),
  }
}

/** Status and dates of an operation in the form that the change rules need. */
const stateOf = (operation: SnapshotOperation) => {
  const completed = isCompleted(operation)
  const isBegun = operation.actualStartMs !== null
  return {
    status: completed ? 'Completed' : operation.onHold ? 'On Hold' : isBegun ? 'In Progress' : 'Pending',
    progressPercentage: operation.progressPercentage,
    onHold: operation.onHold,
    actualStartDate: dateOf(operation.actualStartMs),
    actualEndDate: dateOf(operation.actualEndMs),
  } as const
}

const moveFields: readonly string[] = ['scheduledStartDate', 'scheduledEndDate', 'pinned']

/** The sent fields as the engine knows them. Those that a rule binds to others are replaced by what the rule says. */
const sentFields = (fields: Fields<'operation'>): Partial<SnapshotFields> => {
  const sent: Readonly<Record<string, unknown>> = fields
  return Object.fromEntries(
    snapshotFields.flatMap((name) => {
      const value = sent[name]
      if (value === undefined) return []
      return [[engineName(name), dateFields.has(name) && typeof value === 'string' ? Date.parse(value) : value]]
    }),
  )
}

type ChangedOperation =
  | { readonly ok: true; readonly operation: SnapshotOperation }
  | { readonly ok: false; readonly reason: string }

/** Work center, hours and alternatives of an operation after a change. */
const changedPlace = (operation: SnapshotOperation, fields: Fields<'operation'>) => {
  const { alternatives: sent, categoryFixed, originalHours: original } = fields
  const placed = fields.categoryId !== undefined && sent === undefined ? runAt(operation, fields.categoryId) : operation
  const alternatives = sent ? keepOriginals(operation, sent) : placed.alternatives
  const fixed = categoryFixed ?? operation.categoryFixed
  const categoryId = either(fields.categoryId, placed.categoryId)
  const durationHours = fields.durationHours ?? placed.durationHours
  const originalHours = either(original, originalHoursAt(operation, { categoryId, durationHours }))
  return {
    categoryId,
    durationHours,
    ...((originalHours !== null || operation.originalHours !== undefined) && { originalHours }),
    ...(alternatives && { alternatives }),
    ...(fixed !== undefined && { categoryFixed: fixed }),
  }
}

/** Applies the same rules as the server does when an operation changes. */
const changeOperation = (
  operation: SnapshotOperation,
  fields: Fields<'operation'>,
  { nowMs, categories }: ShopSnapshot,
): ChangedOperation => {
  const { categoryId, poolId, alternatives = [] } = fields
  const found = (id: string) => categories.find((category) => category.categoryId === id)
  const centers = [...(categoryId ? [categoryId] : []), ...alternatives.map((other) => other.categoryId)].map(found)
  const pool = poolId && found(poolId)
  if (!centers.every((center) => center && isWorkCenter(center))) {
    return { ok: false, reason: 'Not a work center of this organization.' }
  }
  if (poolId && !(pool && !isWorkCenter(pool))) return { ok: false, reason: 'Not a pool of this organization.' }
  const progress = { progressPercentage: fields.progressPercentage, onHold: fields.onHold }
  const work = applyOperationChange(stateOf(operation), progress, new Date(nowMs))
  if (!work.ok) return work
  const { scheduledStartMs, scheduledEndMs, pinned } = operation
  const plan = reschedule(
    { scheduledStartDate: dateOf(scheduledStartMs), scheduledEndDate: dateOf(scheduledEndMs), pinned },
    {
      scheduledStartDate: sentDate(fields.scheduledStartDate),
      scheduledEndDate: sentDate(fields.scheduledEndDate),
      pinned: fields.pinned,
    },
    Object.entries(fields).every(([name, value]) => value === undefined || moveFields.includes(name)),
  )
  if (!plan.ok) return plan
  return {
    ok: true,
    operation: {
      ...operation,
      ...sentFields(fields),
      ...changedPlace(operation, fields),
      progressPercentage: work.state.progressPercentage,
      onHold: work.state.onHold,
      actualStartMs: timeOf(work.state.actualStartDate),
      actualEndMs: timeOf(work.state.actualEndDate),
      scheduledStartMs: timeOf(plan.dates.scheduledStartDate),
      scheduledEndMs: timeOf(plan.dates.scheduledEndDate),
      pinned: plan.dates.pinned,
    },
  }
}

const linksOf = ({ operationId, dependencies }: SnapshotOperation): Link[] =>
  dependencies.map((link) => ({ operationId, predecessorId: link.operationId }))

/** The dependencies of an operation after a change, or why they are invalid. */
const relink = (
  operations: readonly SnapshotOperation[],
  operation: SnapshotOperation,
  fields: Fields<'operation'>,
): ChangedOperation => {
  const before = operation.dependencies.map(({ operationId: predecessorId, lagHours, ...link }) => {
    const { lagUnit = 'working', maxLagHours = null, overlapPercent = null, isByBatch } = link
    return { predecessorId, lagHours, lagUnit, maxLagHours, overlapPercent: isByBatch ? null : overlapPercent }
  })
  const after = mergeDependencies(before, fields)
  const problem = lagProblem(after, fields)
  if (problem) return { ok: false, reason: `${problem.message}.` }
  const names = new Map(operations.map(({ operationId, name }) => [operationId, name]))
  if (after.some(({ predecessorId }) => !names.has(predecessorId))) {
    return { ok: false, reason: 'Not an operation of this project.' }
  }
  const dependencies = after.map(({ predecessorId, ...lag }) => ({ operationId: predecessorId, ...lag }))
  const relinked = { ...operation, dependencies }
  const others = operations.filter(({ operationId }) => operationId !== operation.operationId)
  const cycle = findCycle([...linksOf(relinked), ...others.flatMap(linksOf)])
  return cycle
    ? { ok: false, reason: cycleMessage(cycle, (id) => names.get(id) ?? id) }
    : { ok: true, operation: relinked }
}

const linkFields = fieldsOfKind('links', 'linkHours', 'linkUnits', 'linkShares')

const namesDependencies = (fields: Fields<'operation'>): boolean =>
  linkFields.some((name) => fields[name] !== undefined)

/** The operations of a project after one of them changes. */
const changeOperations = (
  snapshot: ShopSnapshot,
  { operations }: SnapshotProject,
  change: Change<'operation' | 'operationGone'>,
): { readonly ok: true; readonly operations: SnapshotOperation[] } | RefusedChange => {
  const operation = operations.find(({ operationId }) => operationId === change.operationId)
  if (!operation) return goneRecord
  if (change.kind === 'operationGone') {
    const left = operations.filter((one) => one !== operation)
    const isStillThere = (link: SnapshotDependency) => link.operationId !== operation.operationId
    return {
      ok: true,
      operations: left.map((one) =>
        one.dependencies.every(isStillThere) ? one : { ...one, dependencies: one.dependencies.filter(isStillThere) },
      ),
    }
  }
  const changed = changeOperation(operation, change.fields, snapshot)
  const relinked =
    changed.ok && namesDependencies(change.fields) ? relink(operations, changed.operation, change.fields) : changed
  if (!relinked.ok) return { ...relinked, code: 'rule' }
  return { ok: true, operations: operations.map((one) => (one === operation ? relinked.operation : one)) }
}

const applyChange = (snapshot: ShopSnapshot, change: ProposalChange): ChangedShop => {
  if (!('projectId' in change)) return applyWorkingTime(snapshot, change)
  const project = snapshot.projects.find(({ projectId }) => projectId === change.projectId)
  if (!project) return goneRecord
  const withProject = (changed: SnapshotProject): ChangedShop => ({
    ok: true,
    snapshot: { ...snapshot, projects: snapshot.projects.map((one) => (one === project ? changed : one)) },
  })
  if (change.kind === 'projectGone') {
    return { ok: true, snapshot: { ...snapshot, projects: snapshot.projects.filter((one) => one !== project) } }
  }
  if (change.kind === 'project') return withProject(changeProject(project, change.fields, snapshot.timeZone))
  // Changes name hours as people see them.
  const paceOf = pacesIn(snapshot)
  const estimated = paceOf ? { ...project, operations: project.operations.map(atEstimate) } : project
  const changed = changeOperations(snapshot, estimated, change)
  if (!changed.ok) return changed
  const after = { ...project, operations: withTransferBatches(changed.operations) }
  return withProject(paceOf ? projectAtLearnedPace(after, paceOf) : after)
}

/** The shop after some changes, applied in order. Projects without changes remain the same objects. */
export const applyChanges = (snapshot: ShopSnapshot, changes: readonly ProposalChange[]): ChangedShop => {
  let changed: ChangedShop = { ok: true, snapshot }
  for (const change of changes) {
    changed = applyChange(changed.snapshot, change)
    if (!changed.ok) return changed
  }
  return changed
}

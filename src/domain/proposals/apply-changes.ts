import type { ProposalChange } from '#contract/proposals.ts'
import { applyOperationChange } from '#domain/operations/apply-operation-change.ts'
import { isCompleted } from '#domain/operations/is-completed.ts'
import { reschedule } from '#domain/operations/reschedule.ts'
import type { ShopSnapshot, SnapshotOperation, SnapshotProject } from '#domain/scheduling/shop-snapshot.ts'
import { endOfDayMs } from '#domain/time/zone-dates.ts'

/** The shop after some changes, or why one of them cannot be made. */
export type ChangedShop =
  | { readonly ok: true; readonly snapshot: ShopSnapshot }
  /** `notFound`: a change names a record that does not exist. */
  | { readonly ok: false; readonly code: 'notFound' | 'rule'; readonly reason: string }

type Fields<K extends ProposalChange['kind']> = Extract<ProposalChange, { kind: K }>['fields']

/** An instant of a change: undefined = it stays, null = it is removed. */
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
    priority: fields.priority ?? project.priority,
    phase: fields.currentPhase ?? project.phase,
    dueMs: typeof shipMs === 'number' ? endOfDayMs(shipMs, timeZone) : either(shipMs, project.dueMs),
    productionStartMs: either(msOf(fields.productionStartDate), project.productionStartMs),
    engineeringReleaseMs: either(msOf(fields.engineeringReleaseDate), project.engineeringReleaseMs),
    customerReleaseMs: either(msOf(fields.customerReleaseDate), project.customerReleaseMs),
  }
}

/** Status and dates of an operation as the rules for its changes need them. */
const stateOf = (operation: SnapshotOperation) => {
  const completed = isCompleted(operation)
  const isBegun = operation.actualStartMs !== null
  return {
    status: completed ? 'Completed' : operation.onHold ? 'On Hold' : isBegun ? 'In Progress' : 'Pending',
    progressPercent: operation.progressPercent,
    onHold: operation.onHold,
    actualStartDate: dateOf(operation.actualStartMs),
    actualEndDate: dateOf(operation.actualEndMs),
  } as const
}

const dateFields: readonly string[] = ['scheduledStartDate', 'scheduledEndDate', 'pinned']

type ChangedOperation =
  | { readonly ok: true; readonly operation: SnapshotOperation }
  | { readonly ok: false; readonly reason: string }

/** The same rules by which the server changes an operation. */
const changeOperation = (
  operation: SnapshotOperation,
  fields: Fields<'operation'>,
  { nowMs, categories }: ShopSnapshot,
): ChangedOperation => {
  const { categoryId } = fields
  if (categoryId && !categories.some((category) => category.categoryId === categoryId)) {
    return { ok: false, reason: 'Not a work center of this organization.' }
  }
  const progress = { progressPercent: fields.progressPercentage, onHold: fields.onHold }
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
    Object.entries(fields).every(([name, value]) => value === undefined || dateFields.includes(name)),
  )
  if (!plan.ok) return plan
  return {
    ok: true,
    operation: {
      ...operation,
      durationHours: fields.durationHours ?? operation.durationHours,
      categoryId: either(categoryId, operation.categoryId),
      progressPercent: work.state.progressPercent,
      onHold: work.state.onHold,
      actualStartMs: timeOf(work.state.actualStartDate),
      actualEndMs: timeOf(work.state.actualEndDate),
      scheduledStartMs: timeOf(plan.dates.scheduledStartDate),
      scheduledEndMs: timeOf(plan.dates.scheduledEndDate),
      pinned: plan.dates.pinned,
    },
  }
}

const gone: ChangedShop = { ok: false, code: 'notFound', reason: 'A changed project or operation no longer exists.' }

/** The shop as it would be after some changes, made in their order. Projects that no change names stay the same objects. */
export const applyChanges = (snapshot: ShopSnapshot, changes: readonly ProposalChange[]): ChangedShop => {
  const indexOf = new Map(snapshot.projects.map(({ projectId }, index) => [projectId, index]))
  const projects = [...snapshot.projects]
  for (const change of changes) {
    const index = indexOf.get(change.projectId) ?? -1
    const project = projects[index]
    if (!project) return gone
    if (change.kind === 'project') {
      projects[index] = changeProject(project, change.fields, snapshot.timeZone)
      continue
    }
    const operation = project.operations.find(({ operationId }) => operationId === change.operationId)
    if (!operation) return gone
    const changed = changeOperation(operation, change.fields, snapshot)
    if (!changed.ok) return { ...changed, code: 'rule' }
    const operations = project.operations.map((one) => (one === operation ? changed.operation : one))
    projects[index] = { ...project, operations }
  }
  return { ok: true, snapshot: { ...snapshot, projects } }
}

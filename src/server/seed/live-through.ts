import { shopCalendars } from '#domain/scheduling/shop-calendars.ts'
import type { ShopSnapshot, SnapshotOperation } from '#domain/scheduling/shop-snapshot.ts'
import type { WorkCalendar } from '#domain/time/work-calendar.ts'
import type { ProjectStory } from './shop-story.ts'

interface Planned {
  readonly operation: SnapshotOperation
  readonly project: ProjectStory
  readonly step: number
  readonly startMs: number
  readonly endMs: number
}

/** What the story says is finished went before everybody else's trouble. */
const isFinished = ({ phase }: ProjectStory): boolean => phase === 'complete' || phase === 'shipped'

/** Percent of the planned span that working time has covered, in steps of five, never quite nothing or all. */
const progressAt = (atMs: number, { startMs, endMs }: Planned, calendar: WorkCalendar): number => {
  const done = calendar.toWork(atMs) - calendar.toWork(startMs)
  const all = Math.max(1, calendar.toWork(endMs) - calendar.toWork(startMs))
  return Math.min(95, Math.max(5, Math.round((done / all) * 20) * 5))
}

/**
 * Lets the shop work off its present plan until `toMs`: what was planned to end has ended then, what was planned to run
 * runs, except where the story knows of trouble; nothing begins before its predecessors are done or without a free place.
 * `slow` names operations that take longer than planned. Changes the snapshot's operations.
 */
export const liveThrough = (
  snapshot: ShopSnapshot,
  storyOf: ReadonlyMap<string, ProjectStory>,
  toMs: number,
  slow: ReadonlySet<string>,
): void => {
  const calendars = shopCalendars(snapshot, toMs - 100 * 86_400_000)
  const capacity = new Map(snapshot.categories.map((category) => [category.categoryId, category.capacity]))
  const known = new Map<string, SnapshotOperation>()
  const planned: Planned[] = []
  for (const { projectId, operations } of snapshot.projects) {
    const project = storyOf.get(projectId)
    if (!project) continue
    for (const [step, operation] of operations.entries()) {
      known.set(operation.operationId, operation)
      const { scheduledStartMs, scheduledEndMs, actualStartMs } = operation
      if (scheduledStartMs === null || scheduledEndMs === null || operation.actualEndMs !== null) continue
      planned.push({ operation, project, step, startMs: actualStartMs ?? scheduledStartMs, endMs: scheduledEndMs })
    }
  }
  planned.sort((a, b) => a.startMs - b.startMs || a.step - b.step)

  const begun = [...known.values()].filter(({ actualStartMs }) => actualStartMs !== null)
  const setAsideMs = new Map(
    planned.map(({ operation, project, step, endMs }) => [operation, project.stuck?.step === step ? endMs : Infinity]),
  )
  // Work in trouble is set aside for others, but at the end of the time lived through it holds its place.
  const isFree = ({ operation, startMs, endMs }: Planned): boolean => {
    const leftAt = (other: SnapshotOperation): number =>
      other.actualEndMs ?? (endMs > toMs ? Infinity : (setAsideMs.get(other) ?? Infinity))
    const others = begun.filter((other) => other.categoryId === operation.categoryId && leftAt(other) > startMs)
    return others.length < (capacity.get(operation.categoryId ?? '') ?? Infinity)
  }
  const mayBegin = (plan: Planned): boolean =>
    plan.operation.dependencies.every(({ operationId }) => {
      const endedMs = known.get(operationId)?.actualEndMs ?? null
      return endedMs !== null && endedMs <= plan.startMs
    }) &&
    (isFinished(plan.project) || isFree(plan))

  for (const plan of planned) {
    const { operation, project, step, startMs, endMs } = plan
    const { stuck } = project
    if (startMs >= toMs || operation.onHold || (stuck && step > stuck.step)) continue
    if (stuck?.step === step && stuck.progressPercent === 0) continue
    if (operation.actualStartMs === null) {
      if (!mayBegin(plan)) continue
      operation.actualStartMs = startMs
      begun.push(operation)
    }
    if (stuck?.step === step) operation.progressPercent = stuck.progressPercent
    else if (endMs <= toMs && !slow.has(operation.operationId)) {
      operation.actualEndMs = endMs
      operation.progressPercent = 100
    } else {
      const calendar = calendars.byCategory.get(operation.categoryId ?? '') ?? calendars.organisation
      const limit = slow.has(operation.operationId) ? 85 : 95
      operation.progressPercent = Math.min(limit, progressAt(toMs, plan, calendar))
    }
  }
}

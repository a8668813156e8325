import type { ScheduledOperation } from '#domain/scheduling/schedule-result.ts'
import { scheduleShop } from '#domain/scheduling/schedule-shop.ts'
import { shopCalendars } from '#domain/scheduling/shop-calendars.ts'
import type { ShopSnapshot, SnapshotOperation } from '#domain/scheduling/shop-snapshot.ts'
import { hourMs, minuteMs } from '#domain/time/units.ts'
import type { WorkCalendar } from '#domain/time/work-calendar.ts'
import type { ProjectStory, StepNote } from './shop-story.ts'

/** Hours of work that is still unfinished now; any large number does. */
const withoutEnd = 1_000

const calendarsOf = (snapshot: ShopSnapshot) => {
  const calendars = shopCalendars(snapshot, snapshot.nowMs - 100 * 24 * hourMs)
  return ({ categoryId, poolId }: SnapshotOperation): WorkCalendar => calendars.of(categoryId, poolId)
}

/**
 * Carries out the scheduled work until `toMs`: an operation has begun, has ended, or has the progress that working time
 * allowed. `hoursOf` returns the real duration of an operation. Changes the snapshot's operations.
 */
const workOff = (
  snapshot: ShopSnapshot,
  scheduled: readonly ScheduledOperation[],
  toMs: number,
  hoursOf: (operation: SnapshotOperation) => number,
): void => {
  const calendarOf = calendarsOf(snapshot)
  const scheduledOf = new Map(scheduled.map((planned) => [planned.operationId, planned]))
  for (const operation of snapshot.projects.flatMap(({ operations }) => operations)) {
    const { startMs, endMs } = scheduledOf.get(operation.operationId) ?? {}
    if (startMs == null || endMs == null || startMs >= toMs || operation.actualEndMs !== null) continue
    operation.actualStartMs ??= startMs
    const calendar = calendarOf(operation)
    const leftMs = Math.max(0, calendar.toWork(endMs) - calendar.toWork(toMs))
    if (endMs <= toMs) operation.actualEndMs = endMs
    operation.progressPercentage = endMs <= toMs ? 100 : 100 * (1 - leftMs / (hoursOf(operation) * hourMs))
  }
}

/** Lets the shop follow a plan exactly until `toMs`, except for the steps that the story leaves undone. */
export const workAsPlanned = (
  snapshot: ShopSnapshot,
  storyOf: ReadonlyMap<string, ProjectStory>,
  planned: readonly ScheduledOperation[],
  toMs: number,
): void => {
  const left = new Set(
    snapshot.projects.flatMap(({ projectId, operations }) => {
      const { stoppedAt, waitedAt } = storyOf.get(projectId) ?? {}
      return operations.slice(stoppedAt?.step ?? waitedAt?.step ?? operations.length)
    }),
  )
  const ids = new Set([...left].map(({ operationId }) => operationId))
  workOff(
    snapshot,
    planned.filter(({ operationId }) => !ids.has(operationId)),
    toMs,
    ({ durationHours }) => durationHours,
  )
}

/** The shop with the real durations of its work. Operations after a step that runs over cannot begin. */
const reality = (snapshot: ShopSnapshot, storyOf: ReadonlyMap<string, ProjectStory>, fromMs: number): ShopSnapshot => ({
  ...snapshot,
  nowMs: fromMs,
  projects: snapshot.projects.map((project) => {
    const { runsOver, took, held } = storyOf.get(project.projectId) ?? {}
    const hangs = project.operations[runsOver?.step ?? -1]?.operationId
    const hours = (step: number, estimate: number): number =>
      step === runsOver?.step ? withoutEnd : step === took?.step ? estimate * took.times : estimate
    return {
      ...project,
      operations: project.operations.map((operation, step) => ({
        ...operation,
        durationHours: hours(step, operation.durationHours),
        // With keepSequence other work would wait for these; while they are on hold, the shop takes the next one.
        onHold: step === held?.step || operation.dependencies.some(({ operationId }) => operationId === hangs),
      })),
    }
  }),
})

/**
 * Lets the shop follow its plan from `fromMs` until now, with all events of the story. Every work center keeps its
 * sequence, and nothing begins before its planned start or without free capacity. Changes the snapshot's operations.
 */
export const liveThrough = (
  snapshot: ShopSnapshot,
  storyOf: ReadonlyMap<string, ProjectStory>,
  fromMs: number,
): void => {
  const real = reality(snapshot, storyOf, fromMs)
  const happened = scheduleShop(real, { scope: 'all', method: 'keepSequence' })
  if ('cancelled' in happened) throw new Error('Nobody cancelled the story of the demo')
  const hours = new Map(
    real.projects.flatMap(({ operations }) => operations.map((o) => [o.operationId, o.durationHours])),
  )
  workOff(
    snapshot,
    happened.operations,
    snapshot.nowMs,
    ({ operationId, durationHours }) => hours.get(operationId) ?? durationHours,
  )
}

const isAt = (note: StepNote | undefined, step: number): boolean => note?.step === step

/** Progress as people report it: in steps of five percent, rarely too low, and finished when almost nothing is left. */
const reported = (operation: SnapshotOperation, calendar: WorkCalendar, nowMs: number): void => {
  const percent = Math.ceil(operation.progressPercentage / 5 - 1e-9) * 5
  operation.progressPercentage = percent < 100 ? percent : Math.ceil(operation.progressPercentage)
  if (operation.progressPercentage < 100) return
  operation.actualEndMs = calendar.endWall(calendar.toWork(nowMs - (nowMs % minuteMs)))
}

/** Moves pinned operations to their dates. Changes the snapshot's operations. */
export const pinToDates = (
  snapshot: ShopSnapshot,
  storyOf: ReadonlyMap<string, ProjectStory>,
  morningOf: (inDays: number) => number,
): void => {
  const calendarOf = calendarsOf(snapshot)
  for (const { projectId, operations } of snapshot.projects) {
    const { pinned } = storyOf.get(projectId) ?? {}
    const operation = operations[pinned?.step ?? -1]
    if (!pinned || !operation) continue
    const calendar = calendarOf(operation)
    const begins = calendar.toWork(morningOf(pinned.inDays))
    operation.pinned = true
    operation.scheduledStartMs = calendar.startWall(begins)
    operation.scheduledEndMs = calendar.endWall(begins + operation.durationHours * hourMs)
  }
}

/** Gives operations the days on which their material arrives, at 8:00. Changes the snapshot's operations. */
export const awaitMaterial = (
  { projects }: ShopSnapshot,
  storyOf: ReadonlyMap<string, ProjectStory>,
  dayMs: (inDays: number, minute: number) => number,
): void => {
  for (const { projectId, operations } of projects) {
    const { awaits } = storyOf.get(projectId) ?? {}
    const operation = operations[awaits?.step ?? -1]
    if (awaits && operation) operation.materialReadyMs = dayMs(awaits.inDays, 8 * 60)
  }
}

/** Reports the current progress and holds of work under way. Changes the snapshot's operations. */
export const reportNow = (snapshot: ShopSnapshot, storyOf: ReadonlyMap<string, ProjectStory>): void => {
  const calendarOf = calendarsOf(snapshot)
  for (const { projectId, operations } of snapshot.projects) {
    const { runsOver, held } = storyOf.get(projectId) ?? {}
    for (const [step, operation] of operations.entries()) {
      const { actualStartMs, actualEndMs } = operation
      if (isAt(held, step) || (isAt(runsOver, step) && runsOver?.isHeld)) operation.onHold = true
      if (actualStartMs === null || actualEndMs !== null) continue
      if (isAt(runsOver, step)) operation.progressPercentage = runsOver?.progressPercentage ?? 0
      else reported(operation, calendarOf(operation), snapshot.nowMs)
    }
  }
}

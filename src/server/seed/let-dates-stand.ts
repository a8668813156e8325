import type { Placement } from '#contract/placement.ts'
import { addDays } from '#domain/holidays/calendar-dates.ts'
import { shopCalendars } from '#domain/scheduling/shop-calendars.ts'
import type { SnapshotOperation } from '#domain/scheduling/shop-snapshot.ts'
import type { WorkCalendar } from '#domain/time/work-calendar.ts'
import { dateOnlyToMs } from '#domain/time/zone-dates.ts'
import type { SeedShop } from './build-shop.ts'

const hourMs = 3_600_000
const morning = 6 * 60

/** Planned so that it ends `hours` working hours before an instant; as long as it was. */
const endBefore = (operation: SnapshotOperation, calendar: WorkCalendar, instantMs: number, hours: number): void => {
  const { scheduledStartMs, scheduledEndMs } = operation
  if (scheduledStartMs === null || scheduledEndMs === null) return
  const earlier = calendar.toWork(scheduledEndMs) - calendar.toWork(instantMs) + hours * hourMs
  operation.scheduledStartMs = calendar.startWall(calendar.toWork(scheduledStartMs) - earlier)
  operation.scheduledEndMs = calendar.endWall(calendar.toWork(scheduledEndMs) - earlier)
}

/**
 * Lets some dates be those of an older plan: what the story says was promised, and of the other projects under way every
 * third operation finished since the present plan (it has recovered) and every third that runs (it was begun late). Changes
 * the snapshot's operations and what the plan says of them.
 */
export const letDatesStand = (
  { snapshot, storyOf, today }: SeedShop,
  placements: Map<string, Placement>,
  plannedAtMs: number,
): void => {
  const { nowMs, timeZone } = snapshot
  const calendars = shopCalendars(snapshot, nowMs - 100 * 24 * hourMs)
  const calendarOf = ({ categoryId }: SnapshotOperation) =>
    calendars.byCategory.get(categoryId ?? '') ?? calendars.organisation
  const finished: SnapshotOperation[] = []
  const running: SnapshotOperation[] = []
  for (const { projectId, phase, operations } of snapshot.projects) {
    const { stuck, promised } = storyOf.get(projectId) ?? {}
    const held = stuck?.isHeld ? operations[stuck.step] : undefined
    if (held) held.onHold = true
    if (phase === 'production' && !stuck) {
      finished.push(...operations.filter(({ actualEndMs }) => actualEndMs !== null && actualEndMs > plannedAtMs))
      running.push(...operations.filter(({ actualStartMs, actualEndMs }) => actualStartMs !== null && !actualEndMs))
    }
    if (!promised) continue
    let freeMs = dateOnlyToMs(addDays(today, -promised.daysAgo), timeZone, morning)
    let before: SnapshotOperation | null = null
    for (const step of promised.steps) {
      const operation = operations[step]
      if (!operation) continue
      const calendar = calendarOf(operation)
      const begins = calendar.toWork(freeMs)
      const left = operation.durationHours * (1 - operation.progressPercent / 100) * hourMs
      operation.scheduledStartMs = operation.actualStartMs ?? calendar.startWall(begins)
      operation.scheduledEndMs = calendar.endWall(begins + left)
      if (before) {
        const { operationId } = before
        placements.set(operation.operationId, {
          factors: [{ code: 'predecessor', operationId, lagHours: 0, at: freeMs, binding: true }],
          unplaced: null,
          warnings: [],
        })
      }
      freeMs = operation.scheduledEndMs
      before = operation
    }
  }
  for (const [index, operation] of finished.entries()) {
    if (index % 3 === 1) endBefore(operation, calendarOf(operation), plannedAtMs, 4)
  }
  for (const [index, operation] of running.entries()) {
    if (index % 3 === 1 && (operation.scheduledEndMs ?? 0) > nowMs)
      endBefore(operation, calendarOf(operation), nowMs, 3)
  }
}

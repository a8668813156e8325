import { addDays, weekdayOf } from '#domain/holidays/calendar-dates.ts'
import type { ShopSnapshot, SnapshotOperation, SnapshotProject } from '#domain/scheduling/shop-snapshot.ts'
import { dateOnlyToMs, endOfDayMs, localDate } from '#domain/time/zone-dates.ts'
import { exceptionsOf, holidaysOf } from './build-working-time.ts'
import { Random } from './random.ts'
import type { OperationStory, ProjectStory, ShopStory } from './shop-story.ts'

/** An organisation on its way from a story to rows. */
export interface SeedShop {
  readonly story: ShopStory
  /** Local date of the day it is made. */
  readonly today: string
  readonly snapshot: ShopSnapshot
  readonly storyOf: ReadonlyMap<string, ProjectStory>
}

/** A weekend moves to the Monday. */
const onWeekday = (date: string): string => {
  const weekday = weekdayOf(date)
  return weekday > 5 ? addDays(date, 8 - weekday) : date
}

const hoursOf = (hours: number, size: number, random: Random): number =>
  Math.max(0.5, Math.round(hours * size * (0.9 + random.next() * 0.2) * 2) / 2)

/** The operations of a project as its routing has them, nothing planned. */
export const buildOperations = (
  steps: readonly OperationStory[],
  project: ProjectStory,
  categoryIds: ReadonlyMap<string, string>,
  random: Random,
): SnapshotOperation[] => {
  const ids = steps.map(() => random.uuid())
  return steps.map(([name, workCentre, hours, after], step) => {
    const before = after ?? (step === 0 ? [] : [step - 1])
    const categoryId = categoryIds.get(workCentre)
    if (!categoryId) throw new Error(`No work center ${workCentre}`)
    return {
      operationId: ids[step] ?? '',
      name,
      sequence: (step + 1) * 10,
      durationHours: hoursOf(hours, project.size ?? 1, random),
      progressPercent: 0,
      onHold: project.held?.step === step,
      pinned: false,
      categoryId,
      dependencies: before.map((index) => ({ operationId: ids[index] ?? '', lagHours: 0 })),
      scheduledStartMs: null,
      scheduledEndMs: null,
      actualStartMs: null,
      actualEndMs: null,
    }
  })
}

/** The shop as its story begins: nothing planned, nothing done. */
export const buildShop = (story: ShopStory, nowMs: number): SeedShop => {
  const random = new Random(story.seed)
  const { timeZone } = story
  const today = localDate(nowMs, timeZone)
  const shifts = story.shifts.map(({ name, version }) => ({ shiftId: random.uuid(), name, versions: [version] }))
  const shiftId = (name: string | undefined) => shifts.find((shift) => shift.name === name)?.shiftId ?? null
  const categories = story.workCentres.map(({ name, capacity, shift }) => ({
    categoryId: random.uuid(),
    name,
    capacity,
    shiftId: shiftId(shift),
  }))
  const categoryIds = new Map(categories.map(({ name, categoryId }) => [name, categoryId]))
  const storyOf = new Map<string, ProjectStory>()
  const day = (inDays: number): number => dateOnlyToMs(addDays(today, inDays), timeZone)
  const projects = story.projects.map((project): SnapshotProject => {
    const projectId = random.uuid()
    storyOf.set(projectId, project)
    const shipMs = dateOnlyToMs(onWeekday(addDays(today, project.shipsInDays)), timeZone)
    return {
      projectId,
      projectNumber: project.number,
      projectName: project.name,
      phase: project.phase,
      priority: project.priority,
      productionStartMs: day(project.startsInDays),
      engineeringReleaseMs: day(project.startsInDays - 14),
      customerReleaseMs: day(project.startsInDays - 30),
      dueMs: endOfDayMs(shipMs, timeZone),
      operations: buildOperations(story.routings[project.routing] ?? [], project, categoryIds, random),
    }
  })
  return {
    story,
    today,
    storyOf,
    snapshot: {
      nowMs,
      timeZone,
      freezeWorkingDays: 0,
      defaultShiftId: shiftId(story.defaultShift),
      shifts,
      holidays: holidaysOf(today, random),
      exceptions: exceptionsOf(story, today, categoryIds),
      categories,
      projects,
    },
  }
}

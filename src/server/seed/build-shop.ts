import { isOutside } from '#domain/categories/category-kind.ts'
import { addDays, weekdayOf } from '#domain/holidays/calendar-dates.ts'
import type {
  ShopSnapshot,
  SnapshotCategory,
  SnapshotOperation,
  SnapshotProject,
} from '#domain/scheduling/shop-snapshot.ts'
import type { HolidaySpan } from '#domain/time/calendar-rules.ts'
import { dateOnlyToMs, endOfDayMs, localDate } from '#domain/time/zone-dates.ts'
import { breakdownsOf, exceptionsOf, holidaysOf } from './build-working-time.ts'
import { Random } from './random.ts'
import type { OperationStory, ProjectStory, ShopStory } from './shop-story.ts'

/**
 * The date that is `days` working days from `today`: Monday to Friday without whole holidays. A story counts in working
 * days, so that holidays and weekends do not change its amount of work. 0 = today or the next working day.
 */
const storyDate = (today: string, days: number, holidays: readonly HolidaySpan[]): string => {
  const closed = new Set(holidays.filter(({ fromMinute }) => fromMinute === null).map(({ date }) => date))
  const isWorkingDay = (date: string): boolean => weekdayOf(date) < 6 && !closed.has(date)
  let date = today
  while (!isWorkingDay(date)) date = addDays(date, 1)
  for (let left = Math.abs(days); left > 0; ) {
    date = addDays(date, Math.sign(days))
    if (isWorkingDay(date)) left--
  }
  return date
}

/** An organization between its story and its rows. */
export interface SeedShop {
  readonly story: ShopStory
  /** Local date of the day the shop is built. */
  readonly today: string
  /** An instant of the day that is so many working days from today; at 08:00 by default. */
  readonly dayMs: (days: number, minute?: number) => number
  readonly snapshot: ShopSnapshot
  readonly storyOf: ReadonlyMap<string, ProjectStory>
}

const hoursOf = (hours: number, size: number, random: Random): number =>
  Math.max(0.5, Math.round(hours * size * (0.9 + random.next() * 0.2) * 2) / 2)

/** The operations of a project from its routing, not yet scheduled. */
export const buildOperations = (
  steps: readonly OperationStory[],
  project: ProjectStory,
  categories: readonly SnapshotCategory[],
  random: Random,
  { setupFamily, alsoNeeds }: Pick<ShopStory, 'setupFamily' | 'alsoNeeds'>,
): SnapshotOperation[] => {
  const ids = steps.map(() => random.uuid())
  const centerOf = (workCenter: string): SnapshotCategory => {
    const center = categories.find((one) => one.name === workCenter)
    if (!center) throw new Error(`No work center ${workCenter}`)
    return center
  }
  return steps.map((operation, step) => {
    const [name, workCenter, hours, after, link, elsewhere] = operation
    const family = setupFamily?.(project, operation) ?? ''
    const pool = alsoNeeds?.(operation)
    const before = after ?? (step === 0 ? [] : [step - 1])
    const center = centerOf(workCenter)
    const sized = hoursOf(hours, project.size ?? 1, random)
    return {
      operationId: ids[step] ?? '',
      name,
      sequence: (step + 1) * 10,
      durationHours: isOutside(center) ? hours : sized,
      progressPercent: 0,
      onHold: false,
      pinned: false,
      categoryId: center.categoryId,
      ...(pool && { poolId: centerOf(pool).categoryId }),
      ...(elsewhere && {
        alternatives: [{ categoryId: centerOf(elsewhere[0]).categoryId, durationHours: elsewhere[1] }],
      }),
      dependencies: before.map((index) => ({
        operationId: ids[index] ?? '',
        lagHours: link?.dryingHours ?? 0,
        lagUnit: link?.dryingHours || link?.withinHours ? 'calendar' : 'working',
        maxLagHours: link?.withinHours ?? null,
        ...(link?.overlapPercent && { overlapPercent: link.overlapPercent }),
      })),
      ...(family !== '' && { setupFamily: family }),
      materialReadyMs: null,
      scheduledStartMs: null,
      scheduledEndMs: null,
      actualStartMs: null,
      actualEndMs: null,
    }
  })
}

/** The shop at the beginning of its story: nothing is scheduled or done. */
export const buildShop = (story: ShopStory, nowMs: number): SeedShop => {
  const random = new Random(story.seed)
  const { timeZone } = story
  const today = localDate(nowMs, timeZone)
  const shifts = story.shifts.map(({ name, version }) => ({ shiftId: random.uuid(), name, versions: [version] }))
  const shiftId = (name: string | undefined) => shifts.find((shift) => shift.name === name)?.shiftId ?? null
  // Suppliers and pools have separate ids, so that adding one does not change the rest of a story.
  const otherIds = new Random(story.seed + 5)
  const categories = story.workCenters.map(
    ({ name, capacity, shift, supplier, isPool, changeovers }): SnapshotCategory => ({
      categoryId: (supplier || isPool ? otherIds : random).uuid(),
      name,
      capacity,
      shiftId: shiftId(shift),
      ...(supplier && { kind: 'outside' }),
      ...(isPool && { kind: 'pool' }),
      ...(changeovers && { changeovers }),
    }),
  )
  const categoryIds = new Map(categories.map(({ name, categoryId }) => [name, categoryId]))
  const storyOf = new Map<string, ProjectStory>()
  // Holidays have their own ids, because their number depends on the day, and later ids must not depend on it.
  const holidays = holidaysOf(today, new Random(story.seed + 3))
  const dayMs = (days: number, minute?: number): number =>
    dateOnlyToMs(storyDate(today, days, holidays), timeZone, minute)
  const planned = exceptionsOf(story, today, categoryIds)
  const unplanned = breakdownsOf(story, dayMs, categoryIds)
  const projects = story.projects.map((project): SnapshotProject => {
    const projectId = random.uuid()
    storyOf.set(projectId, project)
    const startsOn = storyDate(today, project.startsInDays, holidays)
    const startMs = (daysBefore: number): number => dateOnlyToMs(addDays(startsOn, -daysBefore), timeZone)
    return {
      projectId,
      projectNumber: project.number,
      projectName: project.name,
      phase: project.phase,
      priority: project.priority,
      productionStartMs: startMs(0),
      engineeringReleaseMs: project.isNew ? Math.max(startMs(14), dayMs(-1)) : startMs(14),
      // A new project was ordered after the plan in force was made.
      customerReleaseMs: project.isNew ? dayMs(-1) : startMs(30),
      dueMs: endOfDayMs(dayMs(project.shipsInDays), timeZone),
      operations: buildOperations(story.routings[project.routing] ?? [], project, categories, random, story),
    }
  })
  return {
    story,
    today,
    dayMs,
    storyOf,
    snapshot: {
      nowMs,
      timeZone,
      freezeWorkingDays: 0,
      defaultShiftId: shiftId(story.defaultShift),
      shifts,
      holidays,
      closedDayRule: 'shift',
      exceptions: [...planned.exceptions, ...unplanned.exceptions],
      capacitySpans: [...planned.capacitySpans, ...unplanned.capacitySpans],
      categories,
      projects,
    },
  }
}

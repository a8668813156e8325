import type { operationCauses } from '#contract/operation-lists.ts'
import { weekOf, weeksBetween } from '#domain/analytics/weeks.ts'
import { learnPaces } from '#domain/learned/learn-paces.ts'
import type { FinishedWorkColumns, LearnedPaces } from '#domain/learned/learned-pace.ts'
import { shopCalendars } from '#domain/scheduling/shop-calendars.ts'
import type { SnapshotOperation } from '#domain/scheduling/shop-snapshot.ts'
import { dayMs, hourMs, minuteMs } from '#domain/time/units.ts'
import type { WorkCalendar } from '#domain/time/work-calendar.ts'
import { dateOnlyToMs, endOfDayMs, localDate } from '#domain/time/zone-dates.ts'
import { weekStartOf } from '../services/tenants/week-start.ts'
import type { PastProject } from './past-projects.ts'
import type { SeededShop } from './tell-story.ts'

/** What would have been said about the end of a past project in one week; instants are epoch ms. */
export interface PastForecast {
  readonly projectId: string
  readonly week: string
  readonly saidMs: number
  readonly endMs: number
  /** Dates at 10, 50, 80 and 90 %; null = too little had been learned by then. */
  readonly odds: readonly [p10Ms: number, p50Ms: number, p80Ms: number, p90Ms: number] | null
  readonly chance: number | null
  readonly plannedShipMs: number
  /** Set if the project was forecast late. */
  readonly cause: { readonly code: (typeof operationCauses)[number]; readonly categoryId: string | null } | null
}

/** Forecasts begin so long before production. */
const leadDays = 28
/** Minutes after midnight at which the forecasts of a week are stored. */
const saidAtMinute = 30
/** Of turns within so many days it is known how long they wait. */
const knownDays = 7
const stepMs = 15 * minuteMs

interface Work {
  readonly operation: SnapshotOperation
  readonly calendar: WorkCalendar
  /** Working time that it waited for its turn once it could start. */
  readonly waitedMs: number
  /** Working time at its start, and from there to its end. */
  readonly startedAt: number
  readonly workedMs: number
}

const worksOf = (
  { project }: PastProject,
  calendarOf: (operation: SnapshotOperation) => WorkCalendar,
): readonly Work[] => {
  const ends = new Map(project.operations.map(({ operationId, actualEndMs }) => [operationId, actualEndMs ?? 0]))
  return project.operations.map((operation) => {
    const calendar = calendarOf(operation)
    const readyMs = Math.max(
      project.productionStartMs ?? 0,
      ...operation.dependencies.map(({ operationId }) => ends.get(operationId) ?? 0),
    )
    const startedAt = calendar.toWork(operation.actualStartMs ?? 0)
    return {
      operation,
      calendar,
      waitedMs: Math.max(0, startedAt - calendar.toWork(readyMs)),
      startedAt,
      workedMs: calendar.toWork(operation.actualEndMs ?? 0) - startedAt,
    }
  })
}

const isDone = ({ operation }: Work, atMs: number): boolean => (operation.actualEndMs ?? 0) <= atMs
const isBegun = ({ operation }: Work, atMs: number): boolean => (operation.actualStartMs ?? 0) <= atMs

/** How long work usually waits for its turn at a work center, and how much that differs (standard deviation). */
interface UsualWait {
  readonly meanMs: number
  readonly spreadMs: number
}
const noWait: UsualWait = { meanMs: 0, spreadMs: 0 }
const leastWaits = 5

const usualWaits = (finished: readonly Work[]): ReadonlyMap<string, UsualWait> =>
  new Map(
    [...Map.groupBy(finished, ({ operation }) => operation.categoryId ?? '')].map(([categoryId, works]) => {
      if (works.length < leastWaits) return [categoryId, noWait]
      const meanMs = works.reduce((sum, { waitedMs }) => sum + waitedMs, 0) / works.length
      const square = works.reduce((sum, { waitedMs }) => sum + (waitedMs - meanMs) ** 2, 0) / (works.length - 1)
      return [categoryId, { meanMs, spreadMs: Math.sqrt(square) }]
    }),
  )

/** What was known at a moment. */
interface Knowledge {
  readonly atMs: number
  readonly paces: LearnedPaces
  readonly waits: ReadonlyMap<string, UsualWait>
}

/** An operation that was not finished at a moment, as seen then. */
interface LeftWork {
  readonly operation: SnapshotOperation
  readonly calendar: WorkCalendar
  readonly isBegun: boolean
  /** Working time at that moment, and from the start of begun work to it. */
  readonly nowAt: number
  readonly sinceMs: number
  /** Share of it that was left; people reported truly. */
  readonly share: number
  /** The wait that was expected, and how uncertain it was. */
  readonly wait: UsualWait
  readonly factor: number
  /** Standard deviation of its logarithmic pace; null = no pace had been learned. */
  readonly spread: number | null
}

const leftWork = (work: Work, { atMs, paces, waits }: Knowledge): LeftWork => {
  const { operation, calendar, startedAt, workedMs, waitedMs } = work
  const [begun, nowAt] = [isBegun(work, atMs), calendar.toWork(atMs)]
  const pace = paces.paceOf(operation)
  const isSoon = (operation.actualStartMs ?? 0) < atMs + knownDays * dayMs
  return {
    operation,
    calendar,
    isBegun: begun,
    nowAt,
    sinceMs: nowAt - startedAt,
    share: begun && workedMs > 0 ? 1 - (nowAt - startedAt) / workedMs : 1,
    wait: isSoon ? { meanMs: waitedMs, spreadMs: 0 } : (waits.get(operation.categoryId ?? '') ?? noWait),
    factor: pace?.factor ?? 1,
    spread: pace?.spread ?? null,
  }
}

/** What was left of a project at a moment. `ends` = those of its finished operations. */
interface Seen {
  readonly startMs: number
  readonly ends: ReadonlyMap<string, number>
  readonly left: readonly LeftWork[]
}

const seenAt = (works: readonly Work[], startMs: number, known: Knowledge): Seen => {
  const done = works.filter((work) => isDone(work, known.atMs))
  return {
    startMs,
    ends: new Map(done.map(({ operation }) => [operation.operationId, operation.actualEndMs ?? 0])),
    left: works.filter((work) => !isDone(work, known.atMs)).map((work) => leftWork(work, known)),
  }
}

/** The end of a project if each operation takes its estimate times a factor. */
const endOf = ({ startMs, ends: known, left }: Seen, factorOf: (work: LeftWork) => number): number => {
  const ends = new Map(known)
  for (const work of left) {
    const { operation, calendar, nowAt, share, wait } = work
    const takes = operation.durationHours * factorOf(work) * hourMs * share
    const readyMs = Math.max(startMs, ...operation.dependencies.map(({ operationId }) => ends.get(operationId) ?? 0))
    const from = work.isBegun ? nowAt : Math.max(nowAt, calendar.toWork(readyMs) + wait.meanMs)
    ends.set(operation.operationId, calendar.endWall(from + takes))
  }
  return Math.max(...ends.values())
}

/** Standard deviation of the work left, as a share of it; null = for more than a fifth of it no pace is known. */
const spreadOf = (left: readonly LeftWork[]): number | null => {
  let [hours, knownHours, variance] = [0, 0, 0]
  for (const { operation, factor, spread, share, wait } of left) {
    const own = operation.durationHours * factor * share
    hours += own
    if (spread !== null) knownHours += own
    variance += (own * (spread ?? 0)) ** 2 + (wait.spreadMs / hourMs) ** 2
  }
  return hours > 0 && knownHours >= 0.8 * hours ? Math.sqrt(variance) / hours : null
}

/** Share of the normal distribution below `deviations`, to a hundredth. */
const shareBelow = (deviations: number): number => 1 / (1 + Math.exp(-1.702 * deviations))

/** The chance that a date which moves with the standard deviations of the work is not after `dueMs`. */
const chanceOf = (endAt: (deviations: number) => number, dueMs: number): number => {
  let [low, high] = [-4, 4]
  if (endAt(low) > dueMs) return 0
  if (endAt(high) <= dueMs) return 1
  for (let step = 0; step < 6; step++) {
    const middle = (low + high) / 2
    if (endAt(middle) <= dueMs) low = middle
    else high = middle
  }
  return shareBelow(low)
}

/** The longest turn that is still waited for, or what runs over its estimate; else the work itself takes too long. */
const causeOf = (left: readonly LeftWork[]): NonNullable<PastForecast['cause']> => {
  const overMs = Math.max(
    0,
    ...left.map((work) => (work.isBegun ? work.sinceMs - work.operation.durationHours * hourMs : 0)),
  )
  const [longest] = left
    .filter((work) => !work.isBegun && work.operation.categoryId !== null)
    .toSorted((a, b) => b.wait.meanMs - a.wait.meanMs)
  if (longest && longest.wait.meanMs >= Math.max(hourMs, overMs))
    return { code: 'workCentreBusy', categoryId: longest.operation.categoryId }
  return { code: overMs > 0 ? 'longerThanEstimated' : 'noSlack', categoryId: null }
}

const columnsOf = (finished: readonly Work[]): FinishedWorkColumns => {
  const done = finished.filter(({ operation }) => operation.categoryId !== null)
  return {
    categoryId: done.map(({ operation }) => operation.categoryId ?? ''),
    name: done.map(({ operation }) => operation.name),
    setupFamily: done.map(({ operation }) => operation.setupFamily ?? ''),
    estimateHours: done.map(({ operation }) => operation.durationHours),
    actualHours: done.map(({ workedMs }) => workedMs / hourMs),
    includesWaiting: done.map(() => false),
    finishedMs: done.map(({ operation }) => operation.actualEndMs ?? 0),
  }
}

const datesOf = (endAt: (deviations: number) => number): NonNullable<PastForecast['odds']> => {
  const at = (deviations: number): number => Math.ceil(endAt(deviations) / stepMs) * stepMs
  return [at(-1.2816), at(0), at(0.8416), at(1.2816)]
}

/**
 * What the product would have said each week about the projects that the story's shop has shipped: with the estimates, the progress and the
 * learned paces of that week. Turns of the next days wait as they really did, because a plan knows them, and later ones as long as was usual
 * at their work center. So a date is as wrong as the estimates and the queues made it, and the odds know only what had been finished by
 * then. Open projects have no past: their first forecasts are stored by the job. The same story on the same day gives the same forecasts.
 */
export const pastForecasts = ({ story, snapshot, past }: SeededShop): PastForecast[] => {
  const { timeZone } = story
  const starts = past.map(({ project }) => project.productionStartMs ?? snapshot.nowMs)
  const firstMs = Math.min(snapshot.nowMs, ...starts) - leadDays * dayMs
  const calendars = shopCalendars(snapshot, firstMs - dayMs)
  const shop = past.map((item) => ({
    ...item,
    startMs: item.project.productionStartMs ?? snapshot.nowMs,
    works: worksOf(item, ({ categoryId, poolId }) => calendars.of(categoryId, poolId)),
  }))
  const all = shop.flatMap(({ works }) => works)
  const sayIn = (week: string): PastForecast[] => {
    const atMs = dateOnlyToMs(week, timeZone, saidAtMinute)
    const finished = all.filter((work) => isDone(work, atMs))
    const known = { atMs, paces: learnPaces(columnsOf(finished), atMs), waits: usualWaits(finished) }
    const open = shop.filter(({ startMs, completedMs }) => atMs >= startMs - leadDays * dayMs && atMs < completedMs)
    return open.map(({ project, works, startMs, plannedShipMs }) => {
      const seen = seenAt(works, startMs, known)
      const endMs = endOf(seen, () => 1)
      const dueMs = endOfDayMs(plannedShipMs, timeZone)
      const spread = spreadOf(seen.left)
      const endAt = (deviations: number): number =>
        endOf(seen, ({ factor }) => Math.max(0.05, factor * (1 + deviations * (spread ?? 0))))
      return {
        projectId: project.projectId,
        week,
        saidMs: atMs,
        endMs,
        odds: spread === null ? null : datesOf(endAt),
        chance: spread === null ? null : Math.round(chanceOf(endAt, dueMs) * 200) / 200,
        plannedShipMs,
        cause: endMs > dueMs ? causeOf(seen.left) : null,
      }
    })
  }
  const begin = weekOf(localDate(firstMs, timeZone), weekStartOf(timeZone))
  return weeksBetween(begin, localDate(snapshot.nowMs, timeZone), weekStartOf(timeZone)).flatMap(sayIn)
}

import { isOutside, isWorkCenter } from '#domain/categories/category-kind.ts'
import { addDays, weekdayOf } from '#domain/holidays/calendar-dates.ts'
import { shopCalendars } from '#domain/scheduling/shop-calendars.ts'
import type { SnapshotOperation, SnapshotProject } from '#domain/scheduling/shop-snapshot.ts'
import { dayMs, hourMs } from '#domain/time/units.ts'
import { dateOnlyToMs, endOfDayMs, localDate } from '#domain/time/zone-dates.ts'
import { buildOperations, type SeedShop } from './build-shop.ts'
import { Random } from './random.ts'
import type { ProjectStory } from './shop-story.ts'
import { isUnderestimated, shortEstimate } from './short-estimates.ts'

/** A project that was shipped before the story begins. */
export interface PastProject {
  readonly project: SnapshotProject
  readonly customer: string
  readonly plannedShipMs: number
  readonly actualShipMs: number
  readonly completedMs: number
}

const daysBack = 372
/** The last past projects start between those that are still in the shop. */
const lastStartDaysAgo = 19

const onWeekday = (date: string): string => (weekdayOf(date) > 5 ? addDays(date, 8 - weekdayOf(date)) : date)

/** Days after the promised date: every fifth project was late, the others were early or on time. */
const latenessDays = (index: number, random: Random): number => {
  const roll = random.next()
  if (index % 5 === 3) return roll < 0.5 ? random.integer(1, 3) : random.integer(4, 16)
  if (roll < 0.2) return 0
  return roll < 0.95 ? -random.integer(1, 9) : -random.integer(10, 18)
}

const resourcesOf = ({ categoryId, poolId }: SnapshotOperation): string[] =>
  [categoryId, poolId].flatMap((id) => id ?? [])

/** Carries out one project after another: each takes capacity of its work center and differs from its estimate. */
class PastShop {
  readonly #shop: SeedShop
  readonly #calendars
  readonly #busy = new Map<string, SnapshotOperation[]>()
  readonly #pace: Map<string, number>
  /** Work centers whose estimates are always too short. */
  readonly #slow: ReadonlySet<string>
  readonly #estimates: Random

  constructor(shop: SeedShop, random: Random) {
    this.#shop = shop
    this.#calendars = shopCalendars(shop.snapshot, shop.snapshot.nowMs - (daysBack + 30) * dayMs)
    const inside = shop.snapshot.categories.filter((center) => isWorkCenter(center) && !isOutside(center))
    this.#pace = new Map(inside.map(({ categoryId }) => [categoryId, 0.88 + random.next() * 0.26]))
    this.#slow = new Set(inside.flatMap(({ categoryId, name }) => (isUnderestimated(name) ? [categoryId] : [])))
    this.#estimates = new Random(shop.story.seed + 3)
    for (const { operations } of shop.snapshot.projects) for (const operation of operations) this.#occupy(operation)
  }

  #occupy(operation: SnapshotOperation): void {
    if (operation.actualStartMs === null) return
    for (const categoryId of resourcesOf(operation)) {
      const list = this.#busy.get(categoryId)
      if (list) list.push(operation)
      else this.#busy.set(categoryId, [operation])
    }
  }

  /** Ends of the work that overlaps with [startMs, endMs) where there is no room for more; unfinished work has no end. */
  #endsWhereFull(operation: SnapshotOperation, startMs: number, endMs: number): number[] {
    return resourcesOf(operation).flatMap((categoryId) => {
      const center = this.#shop.snapshot.categories.find((one) => one.categoryId === categoryId)
      const capacity = center && isOutside(center) ? Infinity : (center?.capacity ?? 1)
      const ends = (this.#busy.get(categoryId) ?? []).flatMap(({ actualStartMs, actualEndMs }) =>
        (actualStartMs ?? 0) < endMs && (actualEndMs ?? Infinity) > startMs ? [actualEndMs ?? Infinity] : [],
      )
      return ends.length >= capacity ? ends : []
    })
  }

  /** Does an operation once its predecessors are done and what it needs has room; Infinity when there never is. */
  work(operation: SnapshotOperation, readyMs: number, random: Random): number {
    const { categoryId, poolId, durationHours } = operation
    const calendar = this.#calendars.of(categoryId, poolId)
    const pace = (this.#pace.get(categoryId ?? '') ?? 1) * (0.85 + random.next() * 0.32)
    const workMs = Math.max(15, Math.round((durationHours * pace * 60) / 15) * 15) * 60_000
    for (let from = readyMs; from < this.#shop.snapshot.nowMs; ) {
      const startMs = calendar.startWall(calendar.toWork(from))
      const endMs = calendar.endWall(calendar.toWork(startMs) + workMs)
      const ends = this.#endsWhereFull(operation, startMs, endMs)
      if (ends.length > 0) {
        from = Math.max(startMs + hourMs, Math.min(...ends))
        continue
      }
      if (categoryId !== null && this.#slow.has(categoryId))
        operation.durationHours = shortEstimate(workMs / hourMs, this.#estimates)
      operation.scheduledStartMs = operation.actualStartMs = startMs
      operation.scheduledEndMs = calendar.endWall(calendar.toWork(startMs) + operation.durationHours * hourMs)
      operation.actualEndMs = endMs
      operation.progressPercentage = 100
      this.#occupy(operation)
      return endMs
    }
    return Infinity
  }
}

const anotherName = (name: string, random: Random): string => name.replace(/\d+(?=\D*$)/, String(random.integer(2, 98)))

/**
 * The projects that the shop shipped in the year before. Every operation lies in working time, after its predecessors and
 * within the capacity that the story leaves. The same story on the same day gives the same past.
 */
export const pastProjects = (shop: SeedShop): PastProject[] => {
  const { story, snapshot, today } = shop
  const random = new Random(story.seed + 2)
  const past = new PastShop(shop, random)
  const models = story.projects.filter(({ phase }) => phase !== 'cancelled')
  const [first] = story.projects.map(({ number }) => number).toSorted((a, b) => a.localeCompare(b))
  const [, prefix = '', digits = '1000'] = /^(\D*)(\d+)$/.exec(first ?? '') ?? []
  const count = Math.round(story.projects.length * 1.4)
  return Array.from({ length: count }, (_, index): PastProject | null => {
    const model = random.pick(models)
    const step = (daysBack - lastStartDaysAgo) / count
    const startDate = onWeekday(addDays(today, Math.round(index * step) - daysBack + random.integer(0, 3)))
    const startMs = dateOnlyToMs(startDate, story.timeZone, 6 * 60)
    const details: ProjectStory = { ...model, size: 0.8 + random.next() * 0.7 }
    const steps = story.routings[model.routing] ?? []
    const operations = buildOperations(steps, details, snapshot.categories, random, { alsoNeeds: story.alsoNeeds })
    const ended = new Map<string, number>()
    for (const operation of operations) {
      const readyMs = Math.max(
        startMs,
        ...operation.dependencies.map(({ operationId }) => ended.get(operationId) ?? startMs),
      )
      ended.set(operation.operationId, past.work(operation, readyMs, random))
    }
    const completedMs = Math.max(...ended.values())
    if (completedMs > snapshot.nowMs) return null
    const shipDate = onWeekday(addDays(localDate(completedMs, story.timeZone), random.integer(1, 3)))
    const actualShipMs = dateOnlyToMs(shipDate, story.timeZone, 14 * 60 + 30)
    const planned = addDays(shipDate, -latenessDays(index, random))
    const releaseMs = startMs - random.integer(34, 62) * dayMs
    if (actualShipMs > snapshot.nowMs - dayMs) return null
    return {
      customer: model.customer,
      completedMs,
      actualShipMs,
      plannedShipMs: dateOnlyToMs(planned, story.timeZone),
      project: {
        projectId: random.uuid(),
        projectNumber: `${prefix}${Number(digits) - count + index}`,
        projectName: anotherName(model.name, random),
        phase: 'shipped',
        priority: Math.min(95, Math.max(20, model.priority + random.integer(-12, 12))),
        productionStartMs: startMs,
        engineeringReleaseMs: startMs - random.integer(12, 26) * dayMs,
        customerReleaseMs: releaseMs,
        dueMs: endOfDayMs(dateOnlyToMs(planned, story.timeZone), story.timeZone),
        operations,
      },
    }
  }).filter((project) => project !== null)
}

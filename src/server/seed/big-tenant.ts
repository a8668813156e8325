import { addDays, weekdayOf } from '#domain/holidays/calendar-dates.ts'
import type { ShopSnapshot, SnapshotOperation } from '#domain/scheduling/shop-snapshot.ts'
import { dateOnlyToMs, endOfDayMs, localDate } from '#domain/time/zone-dates.ts'
import { holidaysOf } from './build-working-time.ts'
import { northwindShifts, northwindWorkCenters } from './northwind-working-time.ts'
import { Random } from './random.ts'

export interface BigTenantOptions {
  readonly projects: number
  /** Number of operations of each project. */
  readonly operations: number
  readonly seed: number
  readonly nowMs: number
}

const timeZone = 'America/Chicago'
const operationsPerWorkCenter = 400
const products = ['Frame', 'Skid', 'Housing', 'Base', 'Tower', 'Conveyor', 'Hopper', 'Platform', 'Fixture', 'Cell']
const makes = ['Alpine', 'Cedar', 'Delta', 'Granite', 'Harbor', 'Lakeside', 'Midwest', 'Northern', 'Prairie', 'Titan']

/** Work centers in proportion to the work, so that a bigger shop is busier but not overloaded. */
const buildWorkCenters = (count: number, shifts: ShopSnapshot['shifts'], random: Random) =>
  Array.from({ length: count }, (_, index) => {
    const kind = northwindWorkCenters[index % northwindWorkCenters.length]
    const round = Math.floor(index / northwindWorkCenters.length)
    return {
      categoryId: random.uuid(),
      name: round === 0 ? (kind?.name ?? '') : `${kind?.name} ${round + 1}`,
      capacity: random.integer(2, 6),
      shiftId: kind?.shift === undefined ? null : (shifts.find(({ name }) => name === kind.shift)?.shiftId ?? null),
    }
  })

const buildRoute = (length: number, centers: ShopSnapshot['categories'], random: Random): SnapshotOperation[] => {
  const ids = Array.from({ length }, () => random.uuid())
  return ids.map((operationId, step) => {
    const center = random.pick(centers)
    // Mostly a chain, with side branches that join it later.
    const before = step === 0 ? [] : step > 1 && random.next() < 0.2 ? [step - 2] : [step - 1]
    if (step > 3 && random.next() < 0.15) before.push(random.integer(0, step - 3))
    return {
      operationId,
      name: `${center.name} ${step + 1}`,
      sequence: (step + 1) * 10,
      durationHours: random.integer(1, 16) / 2,
      progressPercentage: 0,
      onHold: false,
      pinned: false,
      categoryId: center.categoryId,
      dependencies: [...new Set(before)].map((index) => ({
        operationId: ids[index] ?? '',
        lagHours: random.next() < 0.03 ? 2 : 0,
      })),
      materialReadyMs: null,
      scheduledStartMs: null,
      scheduledEndMs: null,
      actualStartMs: null,
      actualEndMs: null,
    }
  })
}

/** A generated shop of any size without a schedule; the same options give the same shop. */
export const bigTenant = ({ projects, operations, seed, nowMs }: BigTenantOptions): ShopSnapshot => {
  const random = new Random(seed)
  const today = localDate(nowMs, timeZone)
  const shifts = northwindShifts.map(({ name, version }) => ({ shiftId: random.uuid(), name, versions: [version] }))
  const centerCount = Math.max(8, Math.min(60, Math.round((projects * operations) / operationsPerWorkCenter)))
  const categories = buildWorkCenters(centerCount, shifts, random)
  const day = (inDays: number): number => {
    const date = addDays(today, inDays)
    return dateOnlyToMs(weekdayOf(date) > 5 ? addDays(date, 2) : date, timeZone)
  }
  return {
    nowMs,
    timeZone,
    freezeWorkingDays: 0,
    defaultShiftId: shifts[0]?.shiftId ?? null,
    shifts,
    holidays: holidaysOf(today, random),
    closedDayRule: 'shift',
    exceptions: [],
    categories,
    projects: Array.from({ length: projects }, (_, index) => {
      const startsInDays = random.integer(-20, 40)
      const product = random.pick(products)
      return {
        projectId: random.uuid(),
        projectNumber: String(2_001 + index),
        projectName: `${random.pick(makes)} ${product} ${product.slice(0, 1)}-${index + 1}`,
        phase: 'production',
        priority: random.integer(10, 95),
        productionStartMs: day(startsInDays),
        engineeringReleaseMs: day(startsInDays - 14),
        customerReleaseMs: day(startsInDays - 30),
        dueMs: endOfDayMs(day(startsInDays + random.integer(20, 90)), timeZone),
        operations: buildRoute(operations, categories, random),
      }
    }),
  }
}

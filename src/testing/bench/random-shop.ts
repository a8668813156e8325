import { timeZones } from '#contract/time-zones.ts'
import { projectPhases } from '#contract/vocabulary.ts'
import type {
  ShopSnapshot,
  SnapshotDependency,
  SnapshotOperation,
  SnapshotProject,
} from '#domain/scheduling/shop-snapshot.ts'
import { dayMs, hourMs } from '#domain/time/units.ts'
import { endOfDayMs } from '#domain/time/zone-dates.ts'

export interface RandomShop {
  seed: number
  projects: number
  /** Operations per project. */
  operations: number
  categories: number
  /** 0 = clean data; 1 = special cases and errors of every kind, often. */
  trouble: number
  /** Share of operations with a material date; 0 by default. Does not change the rest of the shop. */
  materials?: number
  /** Share of work centers with temporary capacities; 0 by default. Does not change the rest of the shop. */
  capacities?: number
  /** Share of links with a lag in clock time or a maximum lag; 0 by default. Does not change the rest of the shop. */
  waits?: number
  /** Share of links that require only a part of the predecessor; 0 by default. Does not change the rest of the shop. */
  overlaps?: number
  /** Share of outside work centers; 0 by default. Does not change the rest of the shop. */
  outside?: number
  /** Share of work centers with changeovers between families; 0 by default. Does not change the rest of the shop. */
  setups?: number
  /** Share of operations that need a pool; 0 by default. Does not change the rest of the shop. */
  pools?: number
  /** Share of operations with alternatives; 0 by default. Does not change the rest of the shop. */
  alternatives?: number
}

/** Park-Miller: small, and the same on every machine. */
export const randomNumbers = (seed: number): (() => number) => {
  let state = (Math.abs(seed) % 2_147_483_646) + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

const week = (days: number[], fromMinute: number, toMinute: number) =>
  days.map((weekday) => ({ weekday, fromMinute, toMinute }))

/** Dates of a country's holidays, so that every generated year has some. */
const holidayDates = ['01-01', '05-25', '07-03', '09-07', '11-26', '12-24', '12-25']

const poolCount = 3

/** Adds pools of people, each with its own capacity, shift pattern and leave. */
const addPools = (
  random: () => number,
  nowMs: number,
  categories: ShopSnapshot['categories'],
  exceptions: ShopSnapshot['exceptions'],
): void => {
  for (let i = 0; i < poolCount; i++) {
    const categoryId = `pool-${i}`
    const shiftId = ['two', 'day', null, 'night'][Math.floor(random() * 4)] ?? null
    categories.push({ categoryId, name: `Pool ${i + 1}`, capacity: 1 + Math.floor(random() * 3), shiftId })
    const startMs = nowMs + Math.floor(random() * 15 * 24 * 60) * 60_000
    const endMs = startMs + (1 + Math.floor(random() * 5)) * dayMs
    exceptions.push({ kind: 'downtime', name: `Leave ${i}`, startMs, endMs, categoryId })
  }
}

/**
 * A shop generated from a seed: 1-4 shift patterns with breaks, nights and a change of pattern, holidays, capacities 1-4, routings of mixed
 * lengths; with `trouble` also held, pinned, started and completed work, bad data, lags and exceptions.
 */
export const randomShop = ({
  seed,
  projects,
  operations,
  categories,
  trouble,
  materials = 0,
  capacities = 0,
  waits = 0,
  overlaps = 0,
  outside = 0,
  setups = 0,
  pools = 0,
  alternatives = 0,
}: RandomShop): ShopSnapshot => {
  const random = randomNumbers(seed)
  const delivery = randomNumbers(seed + 1)
  const drying = randomNumbers(seed + 2)
  const batches = randomNumbers(seed + 17)
  const suppliers = randomNumbers(seed + 3)
  const crew = randomNumbers(seed + 4)
  const elsewhere = randomNumbers(seed + 3)
  for (let i = 0; i < 5; i++) random()
  const below = (n: number): number => Math.floor(random() * n)
  const chance = (share: number): boolean => random() < share * trouble
  const timeZone = timeZones[below(timeZones.length)]?.zone ?? 'UTC'
  const nowMs = Date.UTC(2026, 9, 20, 9) + below(20) * dayMs + below(24) * hourMs + (chance(0.5) ? below(3_600_000) : 0)
  const horizonMs = Math.max(20, (projects * operations) / Math.max(1, categories) / 4) * dayMs

  const workdays = [1, 2, 3, 4, 5]
  const shifts: ShopSnapshot['shifts'] = [
    {
      shiftId: 'two',
      name: 'Two shifts',
      versions: [{ effectiveFrom: null, periods: week(workdays, 360, 1320), breaks: week(workdays, 720, 750) }],
    },
    {
      shiftId: 'day',
      name: 'Day',
      versions: [{ effectiveFrom: null, periods: week(workdays, 480, 1020), breaks: [] }],
    },
    {
      shiftId: 'night',
      name: 'Night',
      versions: [
        { effectiveFrom: null, periods: week([1, 2, 3, 4, 7], 1320, 1800), breaks: week([1, 2, 3, 4, 5], 90, 135) },
        { effectiveFrom: '2026-12-01', periods: week([1, 2, 3, 4], 1260, 1890), breaks: [] },
      ],
    },
    { shiftId: 'none', name: 'Closed', versions: [{ effectiveFrom: null, periods: [], breaks: [] }] },
  ]
  const work: ShopSnapshot['categories'] = Array.from({ length: categories }, (_, i) => ({
    categoryId: `wc-${String(i).padStart(3, '0')}`,
    name: `Work center ${i + 1}`,
    capacity: 1 + below(4),
    shiftId: chance(0.03) ? 'none' : (['two', 'day', null, 'night'][below(4)] ?? null),
    ...(suppliers() < outside && { kind: 'outside' }),
  }))
  const someCategory = (): string | null => work[below(categories)]?.categoryId ?? null
  const holidays: ShopSnapshot['holidays'] = [2026, 2027, 2028].flatMap((year) =>
    holidayDates.map((date) => ({
      holidayId: `${year}-${date}`,
      name: `Holiday ${date}`,
      date: `${year}-${date}`,
      fromMinute: date === '12-24' ? 720 : null,
      toMinute: date === '12-24' ? 1440 : null,
      categoryId: null,
    })),
  )
  const exceptions: ShopSnapshot['exceptions'] = []
  for (let i = 0; i < 6; i++) {
    if (!chance(0.7)) continue
    const startMs = nowMs + below(30 * 24 * 60) * 60_000
    const kind = random() < 0.5 ? 'overtime' : 'downtime'
    exceptions.push({
      kind,
      name: `${kind} ${i}`,
      startMs,
      endMs: startMs + (1 + below(40)) * 1_800_000,
      categoryId: random() < 0.5 ? null : someCategory(),
    })
  }

  const all: SnapshotProject[] = []
  for (let p = 0; p < projects; p++) {
    const id = `p-${String(p).padStart(6, '0')}`
    const list: SnapshotOperation[] = []
    for (let k = 0; k < operations; k++) {
      const dependencies = k > 0 ? [{ operationId: `${id}-o${k - 1}`, lagHours: chance(0.15) ? below(30) / 2 : 0 }] : []
      if (k > 1 && random() < 0.15) dependencies.push({ operationId: `${id}-o${below(k - 1)}`, lagHours: 0 })
      if (k > 1 && random() < 0.1) dependencies.shift()
      if (p > 0 && chance(0.04)) {
        dependencies.push({ operationId: `p-${String(below(p)).padStart(6, '0')}-o${below(operations)}`, lagHours: 1 })
      }
      if (chance(0.01)) dependencies.push({ operationId: `${id}-o${below(operations)}`, lagHours: 0 })
      if (chance(0.01)) dependencies.push({ operationId: 'nobody', lagHours: 0 })
      const planned = chance(0.6)
      const startMs = nowMs + Math.floor(((random() - 0.15) * 20 * dayMs) / 60_000) * 60_000
      const begun = planned && startMs < nowMs && random() < 0.6
      const done = begun && random() < 0.5
      list.push({
        operationId: `${id}-o${k}`,
        name: `Operation ${k + 1}`,
        sequence: (k + 1) * 10,
        durationHours: chance(0.02)
          ? ([Number.NaN, -3, 1e12][below(3)] ?? -1)
          : chance(0.06)
            ? 0
            : (1 + below(32)) / (chance(0.2) ? 7 : 4),
        progressPercentage: done ? 100 : begun ? below(100) : 0,
        onHold: chance(0.02),
        pinned: planned && chance(0.1),
        categoryId: chance(0.1) ? null : someCategory(),
        ...(pools > 0 && { poolId: crew() < pools ? `pool-${Math.floor(crew() * poolCount)}` : null }),
        dependencies: dependencies.map((made): SnapshotDependency => {
          const isOverlapping = overlaps > 0 && batches() < overlaps
          const link = isOverlapping ? { ...made, overlapPercent: 1 + Math.floor(batches() * 99) } : made
          if (drying() >= waits) return link
          const lagHours = Math.floor(drying() * 280) / 4
          const maxLagHours = drying() < 0.3 ? lagHours + Math.floor(drying() * 80) / 4 : null
          return { ...link, lagHours, lagUnit: drying() < 0.7 ? 'calendar' : 'working', maxLagHours }
        }),
        materialReadyMs:
          delivery() < materials ? nowMs + Math.floor(((delivery() - 0.2) * 25 * dayMs) / 60_000) * 60_000 : null,
        scheduledStartMs: planned ? startMs : null,
        scheduledEndMs: planned && !chance(0.1) ? startMs + (1 + below(40)) * 900_000 : null,
        actualStartMs: begun && random() < 0.8 ? startMs : null,
        actualEndMs: done && random() < 0.8 ? Math.min(nowMs, startMs + 7_200_000) : null,
      })
    }
    const releaseMs = nowMs + Math.floor((random() * 0.6 - 0.1) * (horizonMs / 60_000)) * 60_000
    const dates = [null, null, null] as (number | null)[]
    if (random() < 0.9) dates[below(3)] = releaseMs
    all.push({
      projectId: id,
      projectNumber: `${20_000 + p}`,
      projectName: `Project ${p + 1}`,
      phase: chance(0.3) ? (projectPhases[below(projectPhases.length)] ?? 'production') : 'production',
      priority: below(101),
      productionStartMs: dates[0] ?? null,
      engineeringReleaseMs: dates[1] ?? null,
      customerReleaseMs: dates[2] ?? null,
      dueMs: random() < 0.95 ? endOfDayMs(releaseMs + (5 + random() * 60) * dayMs, timeZone) : null,
      operations: list,
    })
  }
  for (const operation of alternatives > 0 ? all.flatMap((project) => project.operations) : []) {
    if (elsewhere() >= alternatives) continue
    operation.alternatives = Array.from({ length: 1 + Math.floor(elsewhere() * 3) }, () => ({
      categoryId: `wc-${String(Math.floor(elsewhere() * (categories + 0.3 * trouble))).padStart(3, '0')}`,
      durationHours: elsewhere() < 0.05 * trouble ? 0 : (1 + Math.floor(elsewhere() * 40)) / 4,
    })).filter(
      ({ categoryId }, index, list) =>
        categoryId !== operation.categoryId && list.findIndex((other) => other.categoryId === categoryId) === index,
    )
    operation.categoryFixed = elsewhere() < 0.1
  }
  const stations = randomNumbers(seed + 2)
  if (pools > 0) addPools(crew, nowMs, work, exceptions)
  const capacitySpans = work.flatMap(({ categoryId }, i) => {
    if (stations() >= capacities) return []
    return Array.from({ length: 1 + Math.floor(stations() * 3) }, (_, k) => {
      const startMs = nowMs + Math.floor(((stations() - 0.2) * 25 * dayMs) / 60_000) * 60_000
      const hours = stations() < 0.3 ? null : 1 + Math.floor(stations() * 120)
      const units = 1 + Math.floor(stations() * 5)
      return { name: `Capacity ${i}.${k}`, categoryId, units, startMs, endMs: hours && startMs + hours * hourMs }
    })
  })
  if (setups > 0)
    addSetups(
      work.filter(({ categoryId }) => categoryId.startsWith('wc-')),
      all,
      setups,
      randomNumbers(seed + 3),
    )
  return {
    nowMs,
    timeZone,
    ...(capacities > 0 && { capacitySpans }),
    freezeWorkingDays: chance(0.5) ? below(4) : 0,
    defaultShiftId: 'two',
    shifts,
    holidays,
    // Not random, so that the other parts of a shop do not change.
    closedDayRule: seed % 2 === 0 ? 'shift' : 'midnight',
    exceptions,
    categories: work,
    projects: all,
  }
}

/** Gives some work centers changeovers between up to five families, some of them longer than a detour through another family. */
const addSetups = (
  centers: ShopSnapshot['categories'],
  projects: readonly SnapshotProject[],
  share: number,
  random: () => number,
): void => {
  const families = ['', 'White', 'Blue', 'Red', 'Primer'].slice(0, 3 + Math.floor(random() * 3))
  for (const center of centers) {
    if (random() >= share) continue
    center.capacity = 1
    center.changeovers = families.flatMap((fromFamily) =>
      families.flatMap((toFamily) => {
        const hours = Math.floor(random() * 16) / 4
        return random() < (fromFamily === toFamily ? 0.1 : fromFamily && toFamily ? 0.9 : 0.3)
          ? { fromFamily, toFamily, hours }
          : []
      }),
    )
  }
  for (const { operations } of projects) {
    for (const operation of operations) operation.setupFamily = families[Math.floor(random() * families.length)] ?? ''
  }
}

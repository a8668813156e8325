import type { FinishedWorkColumns } from '#domain/learned/learned-pace.ts'
import { seededRandom } from '#domain/scheduling/core/seeded-random.ts'
import type { ShopSnapshot, SnapshotOperation } from '#domain/scheduling/shop-snapshot.ts'
import { dayMs, hourMs } from '#domain/time/units.ts'
import { valueAt } from '#domain/value-at.ts'
import { operation, project, shop } from '../builders/shop-snapshot.ts'

/** What the time that work really takes depends on: its work center, also its setup family, or its work center and the day. */
export const truths = ['workCenter', 'family', 'drift'] as const
export type Truth = (typeof truths)[number]

const centers = ['saw', 'mill', 'turn', 'weld', 'deburr', 'paint']
const families = ['red', 'green', 'blue']
const parts = ['frame', 'cover', 'shaft', 'bracket']
/** Standard deviation of the logarithm of single operations. */
const scatter = 0.25
export const simulatedNowMs = Date.UTC(2026, 10, 16, 8)

interface Work {
  readonly categoryId: string
  readonly setupFamily: string
  readonly name: string
  readonly estimateHours: number
}

/** A shop whose work takes other times than estimated, for reasons that are hidden from everything but its reports. */
export class HiddenTruth {
  readonly random: () => number
  readonly #truth: Truth
  readonly #factors = new Map<string, number>()
  readonly #trends = new Map<string, number>()

  constructor(truth: Truth, seed: number) {
    this.#truth = truth
    this.random = seededRandom(seed)
    for (const center of centers) {
      const own = 0.15 + 0.3 * this.normal()
      this.#trends.set(center, 0.2 * this.normal())
      for (const family of families)
        this.#factors.set(`${center} ${family}`, own + (truth === 'family' ? 0.3 * this.normal() : 0))
    }
  }

  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.random())) * Math.cos(2 * Math.PI * this.random())
  }

  #pick<T>(list: readonly T[]): T {
    return valueAt<T>(list, Math.floor(this.random() * list.length))
  }

  work(): Work {
    const categoryId = this.#pick(centers)
    const name = `${categoryId} ${this.#pick(parts)} ${Math.ceil(90 * this.random())}`
    return {
      categoryId,
      setupFamily: this.#pick(families),
      name,
      estimateHours: 1 + Math.round(40 * this.random()) / 4,
    }
  }

  /** Hours that the work really takes if it ends so many days from now. */
  hoursOf({ categoryId, setupFamily, estimateHours }: Work, daysFromNow: number): number {
    const factor = this.#factors.get(`${categoryId} ${setupFamily}`) ?? 0
    // The drift of three months goes on.
    const trend = this.#truth === 'drift' ? ((this.#trends.get(categoryId) ?? 0) * (daysFromNow + 45)) / 45 : 0
    return estimateHours * Math.exp(factor + trend + scatter * this.normal())
  }

  /** Work that was finished during the last 90 days. */
  finished(count: number): FinishedWorkColumns {
    const rows = Array.from({ length: count }, () => {
      const work = this.work()
      const ageDays = 90 * this.random()
      return { ...work, actualHours: this.hoursOf(work, -ageDays), finishedMs: simulatedNowMs - ageDays * dayMs }
    })
    return {
      categoryId: rows.map(({ categoryId }) => categoryId),
      name: rows.map(({ name }) => name),
      setupFamily: rows.map(({ setupFamily }) => setupFamily),
      estimateHours: rows.map(({ estimateHours }) => estimateHours),
      actualHours: rows.map(({ actualHours }) => actualHours),
      includesWaiting: rows.map(() => false),
      finishedMs: rows.map(({ finishedMs }) => finishedMs),
    }
  }

  /** Open work, and the hours that it will really take, by operation id. */
  open(projectCount: number): { readonly snapshot: ShopSnapshot; readonly hours: ReadonlyMap<string, number> } {
    const hours = new Map<string, number>()
    const projects = Array.from({ length: projectCount }, (_, at) => {
      const operations: SnapshotOperation[] = []
      const count = 3 + Math.floor(4 * this.random())
      for (let step = 0; step < count; step++) {
        const { estimateHours, ...work } = this.work()
        const operationId = `${at}-${step}`
        const before = operations.at(-1)
        hours.set(operationId, this.hoursOf({ ...work, estimateHours }, 3))
        operations.push(
          operation(operationId, {
            ...work,
            durationHours: estimateHours,
            sequence: 10 * step,
            dependencies: before ? [{ operationId: before.operationId, lagHours: 0 }] : [],
          }),
        )
      }
      return project(`p${at}`, operations, { priority: 50, dueMs: simulatedNowMs + (4 + 10 * this.random()) * dayMs })
    })
    const snapshot = shop(projects, {
      nowMs: simulatedNowMs,
      timeZone: 'UTC',
      defaultShiftId: null,
      holidays: [],
      categories: centers.map((categoryId) => ({ categoryId, name: categoryId, capacity: 2, shiftId: null })),
    })
    return { snapshot, hours }
  }
}

/**
 * What really happens on a floor that works 24/7: each place takes, of the work that is ready, what the plan has first. Returns
 * the end of each operation by its id, and of each project. Shares no code with the forecast.
 */
export const workedOff = (
  { projects, categories, nowMs }: ShopSnapshot,
  hours: ReadonlyMap<string, number>,
): Map<string, number> => {
  const endOf = new Map<string, number>()
  const free = new Map(
    categories.map(({ categoryId, capacity }) => [categoryId, new Array<number>(capacity).fill(nowMs)]),
  )
  const next = projects.map(() => 0)
  const readyMs = projects.map(() => nowMs)
  for (;;) {
    // Of what can start first, the earliest in the plan goes first.
    let best: { at: number; startMs: number; plannedMs: number; places: number[]; of: SnapshotOperation } | null = null
    for (const [at, { operations }] of projects.entries()) {
      const of = operations[valueAt(next, at)]
      const places = of && free.get(of.categoryId ?? '')
      if (!places) continue
      const startMs = Math.max(valueAt(readyMs, at), Math.min(...places))
      const plannedMs = of.scheduledStartMs ?? 0
      if (!best || startMs < best.startMs || (startMs === best.startMs && plannedMs < best.plannedMs))
        best = { at, startMs, plannedMs, places, of }
    }
    if (!best) return endOf
    const { at, startMs, places, of } = best
    const endMs = startMs + (hours.get(of.operationId) ?? 0) * hourMs
    places[places.indexOf(Math.min(...places))] = endMs
    readyMs[at] = endMs
    endOf.set(of.operationId, endMs)
    endOf.set(valueAt(projects, at).projectId, endMs)
    next[at] = valueAt(next, at) + 1
  }
}

import { floatAt, intAt, valueAt } from '#domain/value-at.ts'
import { kindOfName } from '../learned/kind-of-name.ts'
import type { LearnedPace, LearnedPaces } from '../learned/learned-pace.ts'
import { pacesOfShop } from '../learned/pace-finder.ts'
import type { PreparedPlan } from '../scheduling/prepared-plan.ts'
import type { SnapshotOperation } from '../scheduling/shop-snapshot.ts'
import { normalAt, seedOf } from './seeded-normal.ts'

/** Part of the variance of a pace of the whole shop that all work of one work center shares, because its own pace is unknown. */
const sharedOfShop = 0.5
/** Old work counts less when paces are learned, so a pace rests on about so many of the operations it was learned from. */
const countedShare = 0.75

/** What finished work says about the durations of open work. */
export interface LearnedDurations {
  readonly paces: LearnedPaces
  /** Standard deviation by which all work of a group may take longer or shorter than before (`paceDrift`). */
  readonly drift: number
}

/** What is uncertain about the hours of a group of operations together, as standard deviation of the logarithm; and of each by itself. */
const uncertaintyOf = (
  { spread, count, basis }: LearnedPace,
  drift: number,
): { readonly shared: number; readonly own: number } => {
  if (basis === 'shop') return { shared: spread * Math.sqrt(sharedOfShop), own: spread * Math.sqrt(1 - sharedOfShop) }
  const median = ((Math.PI / 2) * spread ** 2) / (countedShare * count)
  return { shared: Math.sqrt(median + drift ** 2), own: spread }
}

const groupOf = ({ basis }: LearnedPace, { categoryId, setupFamily, name }: SnapshotOperation): string => {
  const kind = basis === 'family' ? (setupFamily ?? '').trim() : basis === 'name' ? kindOfName(name) : ''
  return `${categoryId} ${basis} ${kind}`
}

/**
 * How long the open work of a plan may take. A draw depends on the id of the operation, its group and the number of the sample, and on
 * nothing else: all servers draw the same, and an edit changes only what it concerns.
 */
export class DurationModel {
  readonly #plan: PreparedPlan
  /** By row of the model: median of the work against the planned work; NaN = nothing is known, and it takes as long as planned. */
  readonly #factor: Float64Array
  readonly #own: Float64Array
  readonly #seed: Int32Array
  readonly #group: Int32Array
  readonly #groups: { readonly seed: number; readonly shared: number }[] = []

  constructor(plan: PreparedPlan, { paces, drift }: LearnedDurations) {
    const { operations, snapshot } = plan.model
    const { paceOf } = pacesOfShop(paces, snapshot.categories)
    this.#plan = plan
    this.#factor = new Float64Array(operations.length).fill(Number.NaN)
    this.#own = new Float64Array(operations.length)
    this.#seed = new Int32Array(operations.length)
    this.#group = new Int32Array(operations.length)
    const known = new Map<string, number>()
    for (const [row, { source }] of operations.entries()) {
      const pace = Number.isNaN(floatAt(plan.plannedWorkMs, row)) ? null : paceOf(source)
      if (!pace) continue
      const { shared, own } = uncertaintyOf(pace, drift)
      const name = groupOf(pace, source)
      const group = known.get(name) ?? this.#groups.push({ seed: seedOf(name), shared }) - 1
      known.set(name, group)
      const { durationHours, estimateHours = durationHours, originalHours = null } = source
      // Known hours are the median themselves.
      const isEstimate = durationHours > 0 && originalHours === null
      this.#factor[row] = isEstimate ? (pace.factor * estimateHours) / durationHours : 1
      this.#own[row] = own
      this.#seed[row] = seedOf(source.operationId)
      this.#group[row] = group
    }
  }

  /** Whether it is known how long the work of this row may take. */
  knows(row: number): boolean {
    return !Number.isNaN(floatAt(this.#factor, row))
  }

  /** Writes the work of one sample, in ms; NaN = as planned. */
  draw(sample: number, into: Float64Array): void {
    const { plannedWorkMs } = this.#plan
    const errors = Float64Array.from(this.#groups, ({ seed, shared }) => shared * normalAt(seed, sample))
    for (let row = 0; row < into.length; row++) {
      const factor = floatAt(this.#factor, row)
      if (Number.isNaN(factor)) {
        into[row] = Number.NaN
        continue
      }
      const error = floatAt(errors, intAt(this.#group, row))
      const own = floatAt(this.#own, row) * normalAt(intAt(this.#seed, row), sample)
      into[row] = valueAt(plannedWorkMs, row) * factor * Math.exp(error + own)
    }
  }
}

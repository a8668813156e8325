import { floatAt, intAt, valueAt } from '#domain/value-at.ts'
import { needByDates } from '../forecast/forecast-shop.ts'
import { isProjectOpen } from '../forecast/project-words.ts'
import { type PassChanges, PreparedPlan } from '../scheduling/prepared-plan.ts'
import { shopModel } from '../scheduling/shop-model.ts'
import type { ShopSnapshot } from '../scheduling/shop-snapshot.ts'
import { neverStop, type ShouldStop, StoppedError } from '../scheduling/stopped.ts'
import { DurationModel, type LearnedDurations } from './duration-model.ts'
import { type KnownWork, knownWork } from './known-work.ts'

export const oddsSamples = 200
const pollEvery = 1024

/** When work will be done: its end in a tenth, a half, 80 and 90 % of the samples is not later. Instants in epoch ms. */
export interface EndOdds {
  readonly p10Ms: number
  readonly p50Ms: number
  readonly p80Ms: number
  readonly p90Ms: number
}

export interface ProjectOdds extends EndOdds {
  readonly projectId: string
  /** Share of the samples in which it is done by its due date, 0 to 1; null = no due date. */
  readonly onTimeChance: number | null
}

export interface OperationOdds extends EndOdds {
  readonly operationId: string
  /** Share of the samples in which it ends by its need-by date, 0 to 1; null = its project has no due date. */
  readonly needByChance: number | null
}

/** Why work has no odds: the work center where most of it is whose pace is not known. */
export interface ProjectGap {
  readonly projectId: string
  readonly unknownAt: string
}
export interface OperationGap {
  readonly operationId: string
  readonly unknownAt: string
}

/** The odds of a shop. Unknown work without a work center leaves no gap. */
export interface ShopOdds {
  readonly projects: readonly ProjectOdds[]
  readonly operations: readonly OperationOdds[]
  readonly projectGaps: readonly ProjectGap[]
  readonly operationGaps: readonly OperationGap[]
}

export interface OddsOptions {
  readonly samples?: number
  /** Only the odds of this project, without its operations. */
  readonly projectId?: string
  readonly shouldStop?: ShouldStop
  /** How a sample follows the plan (`decisions/0028`). */
  readonly follow?: Pick<PassChanges, 'waitsForPlan' | 'keepsTurns'>
}

export const noOdds: ShopOdds = { projects: [], operations: [], projectGaps: [], operationGaps: [] }

/** Work starts as soon as it can, and a work center takes the ready work with the first turn: a floor that follows the plan's order. */
const asOnTheFloor = { waitsForPlan: false, keepsTurns: false } as const

/** The value that a share of the sorted values does not exceed, between two of them. */
const quantile = (sorted: Int32Array, share: number): number => {
  const place = Math.min(sorted.length - 1, Math.max(0, share * (sorted.length + 1) - 1))
  const low = Math.floor(place)
  const below = intAt(sorted, low)
  return low === place ? below : below + (intAt(sorted, low + 1) - below) * (place - low)
}

const never = 2 ** 31 - 1

/**
 * The ends of some rows in all samples, in whole seconds from now: half the memory of instants, and four times as fast to sort. Ends are
 * rounded up, as the chances count an end after the due date as late.
 */
class SampledEnds {
  readonly #seconds: Int32Array
  readonly #samples: number
  readonly #nowMs: number

  constructor(rows: number, samples: number, nowMs: number) {
    this.#seconds = new Int32Array(rows * samples)
    this.#samples = samples
    this.#nowMs = nowMs
  }

  note(at: number, sample: number, endMs: number): void {
    const seconds = Math.ceil((endMs - this.#nowMs) / 1000)
    this.#seconds[at * this.#samples + sample] = Math.min(seconds, never)
  }

  /** Call once for each row, after the last sample. null = its work has no end in some sample. `byMs`: the date of the chance. */
  oddsOf(at: number, byMs: number | null): (EndOdds & { readonly chance: number | null }) | null {
    const sorted = this.#seconds.subarray(at * this.#samples, (at + 1) * this.#samples).sort()
    if (intAt(sorted, sorted.length - 1) === never) return null
    const dateAt = (share: number): number => this.#nowMs + 1000 * quantile(sorted, share)
    let inTime = 0
    if (byMs !== null) while (inTime < sorted.length && intAt(sorted, inTime) * 1000 <= byMs - this.#nowMs) inTime++
    return {
      p10Ms: dateAt(0.1),
      p50Ms: dateAt(0.5),
      p80Ms: dateAt(0.8),
      p90Ms: dateAt(0.9),
      chance: byMs === null ? null : inTime / sorted.length,
    }
  }
}

/** The rows of open projects of whose work enough is known, those of their operations, and the gaps. */
const sortedOut = ({ model }: PreparedPlan, { projects, operations }: KnownWork) => {
  const rows: { projects: number[]; operations: number[] } = { projects: [], operations: [] }
  const gaps: { projectGaps: ProjectGap[]; operationGaps: OperationGap[] } = { projectGaps: [], operationGaps: [] }
  for (const [row, { projectId, phase }] of model.projects.entries()) {
    const known = projects[row]
    if (!known || !isProjectOpen(phase)) continue
    if (known.isEnough) rows.projects.push(row)
    else if (known.unknownAt !== null) gaps.projectGaps.push({ projectId, unknownAt: known.unknownAt })
  }
  for (const [row, { source, projectRow }] of model.operations.entries()) {
    const known = operations[row]
    if (!known || !isProjectOpen(valueAt(model.projects, projectRow).phase)) continue
    const { operationId } = source
    if (known.isEnough) rows.operations.push(row)
    else if (known.unknownAt !== null) gaps.operationGaps.push({ operationId, unknownAt: known.unknownAt })
  }
  return { rows, gaps }
}

/**
 * Follows the plan of a shop many times with durations drawn from what was learned. Work of which too little is known, or that has no end
 * in some sample, has no odds. Without any learned pace, nothing is computed. Throws `StoppedError`.
 */
export const shopOdds = (
  snapshot: ShopSnapshot,
  learned: LearnedDurations,
  { samples = oddsSamples, projectId: only, shouldStop = neverStop, follow = asOnTheFloor }: OddsOptions = {},
): ShopOdds => {
  if (learned.paces.groups.length === 0) return noOdds
  const plan = new PreparedPlan(shopModel(snapshot, 'all', 'keepSequence'))
  const { model } = plan
  const durations = new DurationModel(plan, learned)
  const { rows, gaps } = sortedOut(
    plan,
    knownWork(plan, (row) => durations.knows(row)),
  )
  if (only !== undefined) {
    rows.projects = rows.projects.filter((row) => valueAt(model.projects, row).projectId === only)
    rows.operations = []
  }
  if (rows.projects.length + rows.operations.length === 0) return { ...noOdds, ...gaps }
  const ends = {
    projects: new SampledEnds(rows.projects.length, samples, model.nowMs),
    operations: new SampledEnds(rows.operations.length, samples, model.nowMs),
  }
  const workMs = new Float64Array(model.operations.length)
  const completions = new Float64Array(model.projects.length)
  let placed = 0
  const onPlaced = () => ++placed % pollEvery === 0 && shouldStop()
  for (let sample = 0; sample < samples; sample++) {
    durations.draw(sample, workMs)
    if (shouldStop() || !plan.pass({ workMs, ...follow }, onPlaced)) throw new StoppedError()
    plan.readCompletions(completions)
    for (const [at, row] of rows.projects.entries()) ends.projects.note(at, sample, floatAt(completions, row))
    for (const [at, row] of rows.operations.entries()) {
      const endMs = floatAt(plan.endMs, row)
      ends.operations.note(at, sample, Number.isNaN(endMs) ? Infinity : endMs)
    }
  }
  const needBy = needByDates(snapshot)
  return {
    ...gaps,
    projects: rows.projects.flatMap((row, at) => {
      const { projectId, dueMs } = valueAt(model.projects, row)
      const odds = ends.projects.oddsOf(at, dueMs)
      if (!odds) return []
      const { chance, ...dates } = odds
      return { projectId, ...dates, onTimeChance: chance }
    }),
    operations: rows.operations.flatMap((row, at) => {
      const { operationId } = valueAt(model.operations, row).source
      const odds = ends.operations.oddsOf(at, needBy.get(operationId) ?? null)
      if (!odds) return []
      const { chance, ...dates } = odds
      return { operationId, ...dates, needByChance: chance }
    }),
  }
}

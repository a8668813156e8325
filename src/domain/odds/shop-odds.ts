import { floatAt, valueAt } from '#domain/value-at.ts'
import { isProjectOpen } from '../forecast/project-words.ts'
import { type PassChanges, PreparedPlan } from '../scheduling/prepared-plan.ts'
import { shopModel } from '../scheduling/shop-model.ts'
import type { ShopSnapshot } from '../scheduling/shop-snapshot.ts'
import { neverStop, type ShouldStop, StoppedError } from '../scheduling/stopped.ts'
import { DurationModel, type LearnedDurations } from './duration-model.ts'

export const oddsSamples = 200
/** A project has odds if so much of its remaining work is at work centers whose pace is known. */
const leastKnownShare = 0.8
const pollEvery = 1024

/** When a project will be done: its end in a tenth, a half, 80 and 90 % of the samples is not later. Instants in epoch ms. */
export interface ProjectOdds {
  readonly projectId: string
  readonly p10Ms: number
  readonly p50Ms: number
  readonly p80Ms: number
  readonly p90Ms: number
  /** Share of the samples in which it is done by its due date, 0 to 1; null = no due date. */
  readonly onTimeChance: number | null
}

export interface OddsOptions {
  readonly samples?: number
  /** Only the odds of this project. */
  readonly projectId?: string
  readonly shouldStop?: ShouldStop
  /** How a sample follows the plan (`decisions/0028`). */
  readonly follow?: Pick<PassChanges, 'waitsForPlan' | 'keepsTurns'>
}

/** Work starts as soon as it can, and a work center takes the ready work with the first turn: a floor that follows the plan's order. */
const asOnTheFloor = { waitsForPlan: false, keepsTurns: false } as const

/** The value that a share of the sorted values does not exceed, between two of them. */
const quantile = (sorted: Float64Array, share: number): number => {
  const place = Math.min(sorted.length - 1, Math.max(0, share * (sorted.length + 1) - 1))
  const low = Math.floor(place)
  const below = floatAt(sorted, low)
  if (low === place) return below
  const above = floatAt(sorted, low + 1)
  return above === Infinity ? Infinity : below + (above - below) * (place - low)
}

/** Rows in `model.projects` of the open projects of whose remaining work enough is known. */
const knownProjects = ({ model, plannedWorkMs }: PreparedPlan, durations: DurationModel): number[] => {
  const all = new Float64Array(model.projects.length)
  const known = new Float64Array(model.projects.length)
  for (const [row, { projectRow, status }] of model.operations.entries()) {
    const workMs = floatAt(plannedWorkMs, row)
    if (status === 'completed' || Number.isNaN(workMs)) continue
    all[projectRow] = floatAt(all, projectRow) + workMs
    if (durations.knows(row)) known[projectRow] = floatAt(known, projectRow) + workMs
  }
  return model.projects.flatMap(({ phase }, row) => {
    const workMs = floatAt(all, row)
    return isProjectOpen(phase) && workMs > 0 && floatAt(known, row) >= leastKnownShare * workMs ? row : []
  })
}

/**
 * Follows the plan of a shop many times with durations drawn from what was learned. Projects of which too little is known, or whose work
 * has no end in some sample, have no odds. Throws `StoppedError`.
 */
export const shopOdds = (
  snapshot: ShopSnapshot,
  learned: LearnedDurations,
  { samples = oddsSamples, projectId: only, shouldStop = neverStop, follow = asOnTheFloor }: OddsOptions = {},
): ProjectOdds[] => {
  if (learned.paces.groups.length === 0) return []
  const plan = new PreparedPlan(shopModel(snapshot, 'all', 'keepSequence'))
  const durations = new DurationModel(plan, learned)
  const rows = knownProjects(plan, durations).filter(
    (row) => only === undefined || valueAt(plan.model.projects, row).projectId === only,
  )
  if (rows.length === 0) return []
  const ends = rows.map(() => new Float64Array(samples))
  const workMs = new Float64Array(plan.model.operations.length)
  const completions = new Float64Array(plan.model.projects.length)
  let placed = 0
  const onPlaced = () => ++placed % pollEvery === 0 && shouldStop()
  for (let sample = 0; sample < samples; sample++) {
    durations.draw(sample, workMs)
    if (shouldStop() || !plan.pass({ workMs, ...follow }, onPlaced)) throw new StoppedError()
    plan.readCompletions(completions)
    for (const [at, row] of rows.entries()) valueAt(ends, at)[sample] = floatAt(completions, row)
  }
  return rows.flatMap((row, at) => {
    const sorted = valueAt(ends, at).sort()
    if (!Number.isFinite(floatAt(sorted, samples - 1))) return []
    const { projectId, dueMs } = valueAt(plan.model.projects, row)
    return {
      projectId,
      p10Ms: quantile(sorted, 0.1),
      p50Ms: quantile(sorted, 0.5),
      p80Ms: quantile(sorted, 0.8),
      p90Ms: quantile(sorted, 0.9),
      onTimeChance: dueMs === null ? null : sorted.filter((end) => end <= dueMs).length / samples,
    }
  })
}

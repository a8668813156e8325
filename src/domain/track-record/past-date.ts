import type { ProjectPhase } from '#contract/vocabulary.ts'
import { dayMs } from '../time/units.ts'

/** How many weeks ahead of the forecast end a date was given. */
export const horizons = [1, 2, 4] as const
export type Horizon = (typeof horizons)[number]

/** A share or a median of fewer projects is not shown. */
export const leastProjects = 10

/** When the work of a project ended, in epoch ms; `open` = it goes on; `unknown` = it ended, and no date says when. */
export type Completion = number | 'open' | 'unknown'

interface CompletionFacts {
  /** `effectivePhase`. */
  readonly phase: ProjectPhase
  readonly openOperations: number
  /** Latest actual end of its operations; null = none has one. */
  readonly lastEndMs: number | null
  readonly actualShipMs: number | null
}

/**
 * When a project was completed: at the end of its last operation, as the forecast counts it. A project that was completed or shipped with
 * operations that were never reported was completed on its actual ship date.
 */
export const completionOf = ({ phase, openOperations, lastEndMs, actualShipMs }: CompletionFacts): Completion => {
  if (openOperations === 0 && lastEndMs !== null) return lastEndMs
  if (phase === 'complete' || phase === 'shipped') return actualShipMs ?? 'unknown'
  return 'open'
}

/** What was said about the end of a project at one moment, and when its work really ended. Instants are epoch ms. */
export interface PastDate {
  readonly projectId: string
  readonly saidMs: number
  /** The forecast end that was said. */
  readonly endMs: number
  /** The dates by which it would be done with that probability; null = it had no odds. */
  readonly odds: {
    readonly p10Ms: number
    readonly p50Ms: number
    readonly p80Ms: number
    readonly p90Ms: number
  } | null
  /** The chance to be done by `dueMs`, from 0 to 1; null = it had none. */
  readonly chance: number | null
  /** End of the planned ship date at that time; null = it had none. */
  readonly dueMs: number | null
  readonly completion: Completion
}

const halfWindowDays = 3.5

/**
 * **How far ahead a date was given**: the time from when it was said to the forecast end said then, in windows of a week around one, two
 * and four weeks; null = in none of them.
 *
 * It is not counted back from the real completion, which was unknown then: that would select dates by how they turned out. Of a project
 * that dragged on, the dates said a week before its end are all late ones, and a project that is not finished would have none.
 */
export const horizonOf = ({ saidMs, endMs }: Pick<PastDate, 'saidMs' | 'endMs'>): Horizon | null => {
  const days = (endMs - saidMs) / dayMs
  return horizons.find((weeks) => days >= weeks * 7 - halfWindowDays && days < weeks * 7 + halfWindowDays) ?? null
}

/** The latest instant of a completion that is known; Infinity = the work goes on. */
export const doneMs = (completion: number | 'open'): number => (completion === 'open' ? Infinity : completion)

/** A past date whose project has ended at a known time, or goes on. */
export type KnownDate = PastDate & { readonly completion: number | 'open' }

export const isKnown = (date: PastDate): date is KnownDate => date.completion !== 'unknown'

/** Number of different projects. Dates of the same project depend on each other, so it is what a share is based on. */
export const countProjects = (dates: readonly Pick<PastDate, 'projectId'>[]): number =>
  new Set(dates.map(({ projectId }) => projectId)).size

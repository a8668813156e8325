import type { Available, OtherCenter, PlacementFactor, PlacementWarning, UnplacedReason } from '#contract/placement.ts'
import type { OperationPlacement } from '#contract/schedule.ts'
import { type LagUnit, ProjectPhase, phaseTitles } from '#contract/vocabulary.ts'
import { availableWords } from '#web/lib/capacity-words.ts'
import { familyName } from '#web/lib/family-name.ts'
import { formatWork } from '#web/lib/format-work.ts'

/** Formats instants for the reader; the caller selects zone and format. */
export interface PlacementFormat {
  /** "Thu 10:00 PM" or "Fri 11/20 6:00 AM". */
  dayTime(ms: number): string
}

type Names = OperationPlacement['names']

interface NamedOperation {
  readonly projectId: string
  readonly operationId: string
  readonly named: string
}

export interface ExplainedFactor {
  readonly code: PlacementFactor['code']
  /** "Paint is full" */
  readonly title: string
  /** "until #1037 Paint topcoat finishes" */
  readonly detail: string | null
  /** The operation that title or detail name; null if none. */
  readonly operation: NamedOperation | null
  /** The earliest start that this reason allows. */
  readonly atText: string
  /** True for the reasons that determined the start. */
  readonly binding: boolean
}

export interface ExplainedPlacement {
  /** Sorted by the start that each allows, so the last one is the actual start. */
  readonly factors: readonly ExplainedFactor[]
  /** For the tooltip: the decisive reasons as sentences; null if none is stored. */
  readonly summary: string | null
  /** Why it isn't scheduled; null if it is. */
  readonly unplaced: string | null
  readonly warnings: readonly string[]
  /** Why it runs at this work center: one sentence for each alternative. */
  readonly here: readonly string[]
}

/** '2 working hours', '1 h 30 min of working time' */
const hours = (value: number, kind: LagUnit) =>
  Number.isInteger(value) ? `${value} ${kind} hour${value === 1 ? '' : 's'}` : `${formatWork(value)} of ${kind} time`
const named = (names: Names, id: string | null | undefined, otherwise: string) => (id && names[id]) || otherwise

/** '1 of 2 available from Mon 8:00 AM to Tue 12:00 PM' */
const reducedWords = ({ units, usual, fromMs, untilMs }: Available, { dayTime }: PlacementFormat): string =>
  `${availableWords(units, usual)} from ${dayTime(fromMs)} ${untilMs === null ? 'on' : `to ${dayTime(untilMs)}`}`

const titleOf = (factor: PlacementFactor, names: Names, format: PlacementFormat): [string, string | null] => {
  switch (factor.code) {
    case 'now':
      return ['Nothing starts in the past', null]
    case 'release':
      return ['Project may start', null]
    case 'material':
      return ['Waits for material', null]
    case 'planned':
      return ['Planned to start then', null]
    case 'sequence': {
      const center = named(names, factor.categoryId, 'its work center')
      return [
        `Follows ${named(names, factor.operationId, 'an earlier operation')}`,
        `in the order planned at ${center}`,
      ]
    }
    case 'predecessor': {
      const lag = factor.lagHours
      const kind = factor.lagUnit === 'calendar' ? 'calendar' : 'working'
      const detail = lag > 0 ? `then waits ${hours(lag, kind)}` : lag < 0 ? `may overlap by ${hours(-lag, kind)}` : null
      const before = named(names, factor.operationId, 'an earlier operation')
      if (factor.lastBatch) return [`Paced by ${before}`, 'so that it does not end before the last batch arrives']
      if (factor.overlapPercent) return [`Waits until ${factor.overlapPercent} % of ${before} is done`, detail]
      return [`Waits until ${before} finishes`, detail]
    }
    case 'longestLag':
      return [
        `Starts later for ${named(names, factor.operationId, 'the next operation')}`,
        'so that its longest lag is not exceeded',
      ]
    case 'workCentreBusy': {
      const blocker = names[factor.operationId ?? '']
      const center = named(names, factor.categoryId, 'The work center')
      const waits = [blocker && `until ${blocker} finishes`, factor.available && reducedWords(factor.available, format)]
      return [`${center} is full`, waits.filter(Boolean).join('; ') || null]
    }
    case 'changeover': {
      const { fromFamily, toFamily, operationId } = factor
      const after = named(names, operationId, 'an earlier operation')
      return [
        `Changeover from ${familyName(fromFamily)} to ${familyName(toFamily)}`,
        `${hours(factor.hours, 'working')} after ${after}`,
      ]
    }
    case 'closed':
      return [
        factor.holiday ? `Closed for ${factor.holiday}` : 'Closed',
        factor.holiday ? null : 'outside working hours',
      ]
    case 'pinned':
      return ['Pinned by a planner', 'keeps its exact dates']
    case 'frozen':
      return ['Inside the freeze window', `which ends ${format.dayTime(factor.until)}`]
    case 'started':
      return ['Already started', 'keeps its start; the remaining work continues from now']
    case 'completed':
      return ['Completed', 'keeps its actual dates']
  }
}

/** One reason as a row of the "Why then" list. */
export const explainFactor = (
  factor: PlacementFactor,
  { names, projectIds }: Pick<OperationPlacement, 'names' | 'projectIds'>,
  format: PlacementFormat,
): ExplainedFactor => {
  const [title, detail] = titleOf(factor, names, format)
  const operationId = ('operationId' in factor ? factor.operationId : null) ?? ''
  const [named, projectId] = [names[operationId], projectIds[operationId]]
  return {
    code: factor.code,
    title,
    detail,
    operation: named !== undefined && projectId !== undefined ? { projectId, operationId, named } : null,
    atText: format.dayTime(factor.at),
    binding: factor.binding,
  }
}

/** Why an operation is unscheduled, as a sentence that says what would change it. */
export const explainUnplaced = (reason: UnplacedReason, names: Names): string => {
  switch (reason.code) {
    case 'onHold':
      return 'On hold: it is scheduled once it is released.'
    case 'waitsForUnplaced':
      return `Waits for ${named(names, reason.operationId, 'an earlier operation')}, which is not scheduled either.`
    case 'notPlanned':
      return 'It has no scheduled start yet.'
    case 'projectNotScheduled': {
      const phase = ProjectPhase.safeParse(reason.phase)
      return `The project is in ${phase.success ? phaseTitles[phase.data] : reason.phase}, where nothing is scheduled.`
    }
    case 'cycle': {
      const loop = reason.operationIds.map((id) => named(names, id, 'an operation'))
      return `These operations wait for each other: ${[...loop, loop[0] ?? ''].join(' → ')}.`
    }
    case 'invalidDuration':
      return 'Its duration must be 0 hours or more.'
    case 'unknownPredecessor':
      return `Depends on an operation that does not exist${names[reason.operationId] ? `: ${names[reason.operationId]}` : ''}.`
    case 'noWorkingTime':
      return `${named(names, reason.categoryId, 'The organization')} has no working time.`
  }
}

/** A warning about a scheduled operation. */
export const explainWarning = (warning: PlacementWarning, names: Names): string => {
  switch (warning.code) {
    case 'overload':
      return `${named(names, warning.categoryId, 'The work center')} is above its capacity here.`
    case 'startsBeforePredecessor':
      return `Starts before ${named(names, warning.operationId, 'an earlier operation')} finishes.`
    case 'lagTooLong':
      return `Starts too long after ${named(names, warning.operationId, 'an earlier operation')} finishes.`
    case 'changeoverTooShort':
      return `Starts before the changeover after ${named(names, warning.operationId, 'an earlier operation')} can be done.`
    case 'startsInClosedTime':
      return 'Starts while the work center is closed.'
    case 'startsBeforeMaterial':
      return 'Starts before its material is ready.'
    case 'pinPassed':
      return 'Its pinned start has passed, and it has not been started.'
  }
}

/** 'Rather than Mill 1: runs 4 h longer, starts 9 h sooner' */
const explainChoice = ({ categoryId, longerHours, soonerHours }: OtherCenter, names: Names): string => {
  const other = named(names, categoryId, 'another work center')
  if (soonerHours === null) return `Rather than ${other}, which has no free time for it`
  const compared = (hours: number, more: string, less: string, equal: string): string =>
    Math.abs(hours) < 0.05 ? equal : `${formatWork(Math.abs(hours))} ${hours > 0 ? more : less}`
  const run = compared(longerHours, 'longer', 'shorter', 'as long')
  return `Rather than ${other}: runs ${run}, starts ${compared(soonerHours, 'sooner', 'later', 'at the same time')}`
}

/** The stored reasons of one operation in the planner's words. */
export const explainPlacement = (stored: OperationPlacement, format: PlacementFormat): ExplainedPlacement => {
  const { placement, names } = stored
  if (!placement) return { factors: [], summary: null, unplaced: null, warnings: [], here: [] }
  const factors = placement.factors
    .toSorted((a, b) => a.at - b.at)
    .map((factor) => explainFactor(factor, stored, format))
  const decisive = factors
    .filter(({ binding }) => binding)
    .map(({ title, detail }) => `${[title, detail].filter(Boolean).join(', ')}.`)
  const summary = decisive.length > 0 ? decisive.join(' ') : null
  return {
    factors,
    summary,
    unplaced: placement.unplaced && explainUnplaced(placement.unplaced, names),
    warnings: placement.warnings.map((warning) => explainWarning(warning, names)),
    here: (placement.others ?? []).map((other) => explainChoice(other, names)),
  }
}

import type { operationCauses, operationRemedies } from '#contract/operation-lists.ts'
import type { OperationState } from '#contract/operation-outlook.ts'
import type { Available, Placement, PlacementFactor } from '#contract/placement.ts'
import { priorityClassOf } from './overdue-thresholds.ts'

/** Facts that decide the cause of an operation; hours are working hours of its own calendar. */
export interface CauseFacts {
  readonly operationId: string
  readonly state: OperationState
  readonly categoryId: string | null
  /** The held operation that it waits for, or its own id if it is held. */
  readonly heldById: string | null
  readonly openPredecessorId: string | null
  /** The placement reason, if it is the material. */
  readonly material?: PlacementFactor | undefined
  readonly started: boolean
  /** Working time since its start, excluding time on hold. */
  readonly workedHours: number
  readonly durationHours: number
  /** Clock hours needed by the supplier; null if it is done in house. */
  readonly awayHours: number | null
  /** Main cause of the time between its possible and its actual start (or now); absent if there was none or it is unknown. */
  readonly waited?: CauseVerdict | undefined
  /** Hours between planned and actual start; 0 = on time. */
  readonly startedLateHours: number
  /** Hours since its planned start. */
  readonly waitingHours: number
  /** Working hours in one of its working days. */
  readonly hoursPerDay: number
  /** Why the last run or a planner placed it there. */
  readonly placement: Placement | null
  /** Priority of its project, 0 to 100. */
  readonly priority: number
}

type Code = (typeof operationCauses)[number]
type RemedyCode = (typeof operationRemedies)[number]

export interface Verdict<C extends string> {
  readonly code: C
  readonly operationId?: string | null
  readonly categoryId?: string | null
  readonly holiday?: string | null
  /** Reduced capacity of a work center or pool. */
  readonly available?: Available
  readonly hours?: number
  /** Learned hours against the estimate. */
  readonly factor?: number
  /** `hours` in working days. */
  readonly days?: number
  readonly untilMs?: number
  /** Instant since which the cause applies. */
  readonly sinceMs?: number
  /** Who made the plan that the cause refers to. */
  readonly plannedBy?: 'run' | 'person' | 'plan'
  /** Number of operations besides the named one. */
  readonly more?: number
  /** Set if the named operation, for which the work waits, belongs to the same project. */
  readonly own?: true
}

export interface CauseVerdict {
  readonly cause: Verdict<Code>
  readonly remedy: Verdict<RemedyCode>
}

/** The cause for an operation whose state needs none. */
export const nothingToExplain: CauseVerdict = { cause: { code: 'none' }, remedy: { code: 'none' } }

const heldVerdict = ({ operationId, heldById }: CauseFacts): CauseVerdict =>
  heldById === operationId
    ? { cause: { code: 'onHold' }, remedy: { code: 'releaseHold' } }
    : {
        cause: { code: 'waitsForHeld', operationId: heldById },
        remedy: { code: 'releasePredecessor', operationId: heldById },
      }

/** The cause of lateness at a supplier. Overtime and a higher priority do not help there. */
export const awayVerdict = (categoryId: string | null, hours: number): CauseVerdict => ({
  cause: { code: 'atSupplier', categoryId, hours, days: hours / 24 },
  remedy: { code: 'moveShipDate' },
})

/** Overdue work is explained by what has happened, not by the plan. */
const overdueVerdict = (facts: CauseFacts): CauseVerdict => {
  const { started, workedHours, durationHours, startedLateHours, openPredecessorId, waitingHours } = facts
  const span = (hours: number) => ({ hours, days: hours / facts.hoursPerDay })
  if (started) {
    const beyond = workedHours - durationHours
    const late = beyond <= 0 || startedLateHours > beyond
    if (late && facts.waited) return facts.waited
    return {
      cause: late
        ? { code: 'startedLate', ...span(startedLateHours) }
        : { code: 'longerThanEstimated', ...span(beyond) },
      remedy: { code: 'reportProgress' },
    }
  }
  if (openPredecessorId !== null) {
    return {
      cause: { code: 'predecessor', operationId: openPredecessorId },
      remedy: { code: 'finishPredecessor', operationId: openPredecessorId },
    }
  }
  return facts.waited ?? { cause: { code: 'notStarted', ...span(waitingHours) }, remedy: { code: 'startNow' } }
}

/** Binding reasons that name work or people are the most useful, and the passing of time is the least useful. */
const weight: Partial<Record<PlacementFactor['code'], number>> = {
  pinned: 1,
  frozen: 2,
  workCentreBusy: 3,
  sequence: 3,
  changeover: 3,
  material: 4,
  predecessor: 4,
  release: 5,
  closed: 6,
}

const faster = (categoryId: string | null, priority: number): CauseVerdict['remedy'] =>
  priorityClassOf(priority) === 'critical' ? { code: 'addOvertime', categoryId } : { code: 'raisePriority' }

/** The cause and remedy for a placement reason. Uses the work center and priority of the operation. */
export const factorVerdict = (
  factor: PlacementFactor | undefined,
  categoryId: string | null,
  priority: number,
): CauseVerdict => {
  switch (factor?.code) {
    case 'pinned':
      return { cause: { code: 'pinned' }, remedy: { code: 'unpin' } }
    case 'frozen':
      return { cause: { code: 'frozen', untilMs: factor.until }, remedy: { code: 'reschedule' } }
    case 'sequence':
    case 'workCentreBusy': {
      const { categoryId: busyId, operationId, at } = factor
      const available = factor.code === 'workCentreBusy' ? factor.available : undefined
      const cause: CauseVerdict['cause'] = {
        code: 'workCentreBusy',
        categoryId: busyId,
        operationId,
        untilMs: at,
        ...(available && { available }),
      }
      return { cause, remedy: faster(categoryId, priority) }
    }
    case 'changeover': {
      const { categoryId: centerId, operationId, hours, at } = factor
      const cause = { code: 'changeover', categoryId: centerId, operationId, hours, untilMs: at } as const
      return { cause, remedy: faster(categoryId, priority) }
    }
    case 'predecessor': {
      const { operationId, at } = factor
      return {
        cause: { code: 'predecessor', operationId, untilMs: at },
        remedy: { code: 'finishPredecessor', operationId },
      }
    }
    case 'release':
      return { cause: { code: 'release', untilMs: factor.at }, remedy: { code: 'moveShipDate' } }
    case 'material':
      return { cause: { code: 'material', untilMs: factor.at }, remedy: { code: 'materialSooner' } }
    case 'closed':
      return {
        cause: { code: 'closed', holiday: factor.holiday, untilMs: factor.at },
        remedy: { code: 'addOvertime', categoryId },
      }
    default:
      return { cause: { code: 'noSlack' }, remedy: faster(categoryId, priority) }
  }
}

const plannedVerdict = ({ placement, categoryId, priority }: CauseFacts): CauseVerdict => {
  const [binding] = (placement?.factors ?? [])
    .filter((factor) => factor.binding && weight[factor.code] !== undefined)
    .sort((a, b) => (weight[a.code] ?? 0) - (weight[b.code] ?? 0))
  return factorVerdict(binding, categoryId, priority)
}

/** Why an operation is overdue, projected late, at risk or unscheduled, and the first remedy. */
export const operationCause = (facts: CauseFacts): CauseVerdict => {
  const { state, started, placement, openPredecessorId } = facts
  if (state === 'completed' || state === 'closed' || state === 'onTime') return nothingToExplain
  if (facts.heldById !== null) return heldVerdict(facts)
  if (facts.material) return factorVerdict(facts.material, facts.categoryId, facts.priority)
  const hasPassed = started || openPredecessorId !== null || facts.waitingHours > 0
  if (state === 'overdue' && hasPassed) return overdueVerdict(facts)
  if (state === 'unscheduled') {
    const center = placement?.unplaced?.code === 'noWorkingTime' ? placement.unplaced.categoryId : null
    if (placement?.unplaced?.code !== 'noWorkingTime')
      return { cause: { code: 'none' }, remedy: { code: 'reschedule' } }
    return { cause: { code: 'closed', categoryId: center }, remedy: { code: 'addOvertime', categoryId: center } }
  }
  if (started && facts.startedLateHours > 0) {
    const { startedLateHours: hours, hoursPerDay } = facts
    return { cause: { code: 'startedLate', hours, days: hours / hoursPerDay }, remedy: { code: 'reportProgress' } }
  }
  // A planned reason that names a predecessor is obsolete once the predecessor has ended.
  const verdict = plannedVerdict(facts)
  const isPast = verdict.cause.code === 'predecessor' && openPredecessorId === null
  if (facts.awayHours !== null && (isPast || verdict.cause.code === 'noSlack')) {
    return awayVerdict(facts.categoryId, facts.awayHours)
  }
  return isPast
    ? {
        cause: { code: 'noSlack' },
        remedy: verdict.remedy.code === 'finishPredecessor' ? { code: 'raisePriority' } : verdict.remedy,
      }
    : verdict
}

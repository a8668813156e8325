import type { OperationStatus } from '#contract/vocabulary.ts'

/** Progress of an operation that is reopened through its status: the highest step of the slider below done. */
export const reopenedPercent = 95
/** Progress of an operation that is started through its status. */
export const startedPercent = 10

export interface OperationState {
  readonly status: OperationStatus
  /** 0 to 100. */
  readonly progressPercentage: number
  readonly onHold: boolean
  readonly actualStartDate: Date | null
  readonly actualEndDate: Date | null
}

/** Absent = not sent. */
export type OperationChange = { readonly [K in keyof OperationState]?: OperationState[K] | undefined }

export type OperationDecision =
  | { readonly ok: true; readonly state: OperationState }
  | { readonly ok: false; readonly reason: string }

const same = (a: Date | null, b: Date | null | undefined): boolean => a?.getTime() === b?.getTime()

/** Derives the status: completed work is Completed, work on hold is On Hold, started work is In Progress. */
export const operationStatusOf = (
  progressPercentage: number,
  { onHold, begun }: { readonly onHold: boolean; readonly begun: boolean },
): OperationStatus => {
  if (progressPercentage >= 100) return 'Completed'
  return onHold ? 'On Hold' : begun ? 'In Progress' : 'Pending'
}

/** The status, if it was chosen on purpose. "Pending" is the default of every update, so it is ignored if a progress is sent with it. */
const saidStatus = (before: OperationState, { status, progressPercentage }: OperationChange): OperationStatus | null =>
  status === undefined || status === before.status || (status === 'Pending' && progressPercentage !== undefined)
    ? null
    : status

/** A changed progress wins; otherwise the chosen status decides: 0, 10 % if it was 0, or 100. */
const progressAfter = (before: OperationState, change: OperationChange, said: OperationStatus | null): number => {
  const sent = change.progressPercentage
  if (sent !== undefined && sent !== before.progressPercentage) return sent
  const { progressPercentage } = before
  if (said === 'Completed') return 100
  if (said === 'Pending') return 0
  if (said === 'In Progress') {
    if (progressPercentage >= 100) return reopenedPercent
    return progressPercentage === 0 && sent === undefined ? startedPercent : progressPercentage
  }
  if (sent !== undefined || said !== null) return progressPercentage
  const endSent = change.actualEndDate
  return endSent && !same(before.actualEndDate, endSent) ? 100 : progressPercentage
}

const heldAfter = (before: OperationState, change: OperationChange, said: OperationStatus | null): boolean => {
  if (change.onHold !== undefined && change.onHold !== before.onHold) return change.onHold
  if (said !== null) return said === 'On Hold'
  return before.onHold
}

/**
 * Status, progress, hold and actual dates of an operation after a change; they never contradict each other. Progress
 * above 0 has a start (`now` if none is known), 100 has an end, less has none, and 0 removes the start. Refuses a hold
 * on completed work, an end without completion, and an end before the start.
 */
export const applyOperationChange = (before: OperationState, change: OperationChange, now: Date): OperationDecision => {
  const said = saidStatus(before, change)
  const progressPercentage = progressAfter(before, change, said)
  const completed = progressPercentage >= 100
  const held = heldAfter(before, change, said)
  const wantsHold = change.onHold === true || said === 'On Hold'
  if (completed && wantsHold && !before.onHold)
    return { ok: false, reason: 'A completed operation cannot be put on hold.' }
  const endSent = change.actualEndDate ?? null
  if (!completed && endSent !== null && !same(before.actualEndDate, endSent)) {
    return { ok: false, reason: 'An operation with an actual end is 100 % done.' }
  }

  const actualEndDate = completed ? (endSent ?? before.actualEndDate ?? now) : null
  const reset = progressPercentage === 0 && (before.progressPercentage > 0 || said === 'Pending')
  const mustHaveStarted = progressPercentage > 0 || said === 'In Progress'
  const startFallback = before.actualStartDate ?? (mustHaveStarted ? earlier(now, actualEndDate) : null)
  const actualStartDate =
    change.actualStartDate ??
    (mustHaveStarted ? startFallback : reset || change.actualStartDate === null ? null : before.actualStartDate)
  if (actualStartDate && actualEndDate && actualEndDate < actualStartDate) {
    return { ok: false, reason: 'The actual end is before the actual start.' }
  }

  const onHold = held && !completed
  const status = operationStatusOf(progressPercentage, { onHold, begun: actualStartDate !== null })
  return { ok: true, state: { status, progressPercentage, onHold, actualStartDate, actualEndDate } }
}

const earlier = (now: Date, end: Date | null): Date => (end && end < now ? end : now)

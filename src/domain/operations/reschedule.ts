export interface ScheduledDates {
  readonly scheduledStartDate: Date | null
  readonly scheduledEndDate: Date | null
  readonly pinned: boolean
}

/** Absent = not sent. */
export type ScheduleChange = { readonly [K in keyof ScheduledDates]?: ScheduledDates[K] | undefined }

export type ScheduleDecision =
  | { readonly ok: true; readonly dates: ScheduledDates; readonly moved: boolean }
  | { readonly ok: false; readonly reason: string }

/**
 * The scheduled dates after a change. `alone`: nothing else was sent (a drag in the Gantt or the reschedule dialog). Such a move pins the
 * operation unless `pinned` says otherwise, because the next run would move it again. Nothing is pinned without both dates.
 */
export const reschedule = (before: ScheduledDates, change: ScheduleChange, alone: boolean): ScheduleDecision => {
  const after = {
    scheduledStartDate: change.scheduledStartDate === undefined ? before.scheduledStartDate : change.scheduledStartDate,
    scheduledEndDate: change.scheduledEndDate === undefined ? before.scheduledEndDate : change.scheduledEndDate,
  }
  const { scheduledStartDate: start, scheduledEndDate: end } = after
  if (start && end && end < start) return { ok: false, reason: 'The scheduled end is before the scheduled start.' }
  const moved =
    start?.getTime() !== before.scheduledStartDate?.getTime() || end?.getTime() !== before.scheduledEndDate?.getTime()
  const datesSent = change.scheduledStartDate !== undefined || change.scheduledEndDate !== undefined
  const wanted = change.pinned ?? ((alone && datesSent) || before.pinned)
  if (change.pinned === true && !(start && end)) {
    return { ok: false, reason: 'An operation is pinned to its scheduled start and end: give both.' }
  }
  return { ok: true, dates: { ...after, pinned: wanted && start !== null && end !== null }, moved }
}

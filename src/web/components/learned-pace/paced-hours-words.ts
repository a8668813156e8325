import type { LearnedPacesAnswer } from '#contract/analytics.ts'
import type { Operation } from '#contract/operations.ts'
import type { LearnedPaceUse } from '#contract/vocabulary.ts'
import { hoursTimes } from '#domain/learned/at-learned-pace.ts'
import { groupOf } from '#domain/learned/group-of.ts'
import { isCompleted } from '#domain/operations/is-completed.ts'
import { formatDuration } from '#web/lib/format-hours.ts'

export type PacedOperation = Pick<
  Operation,
  'categoryId' | 'name' | 'setupFamily' | 'durationHours' | 'originalHours' | 'progressPercentage' | 'actualEndDate'
>

type Center = LearnedPacesAnswer['workCenters'][number]

/** The pace of an operation among those of its work center. */
export const paceAmong = ({ pace, kinds }: Center, operation: PacedOperation): Center['pace'] | null =>
  groupOf(
    [pace, ...kinds].map((one) => ({ kind: one.kind, pace: one })),
    operation,
  )?.pace ?? null

interface PaceFacts {
  readonly use: LearnedPaceUse
  readonly paces: LearnedPacesAnswer
  /** Whether a supplier does the work. */
  readonly isAway: boolean
}

const factorOf = (operation: PacedOperation, { paces, isAway }: PaceFacts): number => {
  if (operation.categoryId === null) return 1
  const center = paces.workCenters.find(({ categoryId }) => categoryId === operation.categoryId)
  const own = center && !center.pace.includesWaiting ? paceAmong(center, operation) : null
  return own?.factor ?? (isAway ? 1 : (paces.shopFactor ?? 1))
}

/**
 * With which hours open work is calculated where they differ from its estimate: 'Estimate 8 h, planned with 10.4 h at the learned pace'.
 * null = with its estimate.
 */
export const pacedHoursWords = (operation: PacedOperation, facts: PaceFacts): string | null => {
  const { durationHours, originalHours, progressPercentage, actualEndDate } = operation
  if (isCompleted({ progressPercentage, actualEndMs: actualEndDate ? Date.parse(actualEndDate) : null })) return null
  const words = (hours: number) => formatDuration(hours, facts.isAway)
  if (originalHours !== null)
    return `Original estimate ${words(originalHours)}; planned with the hours that are known since`
  const hours = hoursTimes(durationHours, factorOf(operation, facts))
  if (facts.use === 'shown' || hours === durationHours) return null
  const verb = facts.use === 'plan' ? 'planned' : 'forecast'
  return `Estimate ${words(durationHours)}, ${verb} with ${words(hours)} at the learned pace`
}

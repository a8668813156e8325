import type { VanishedRecord, VanishedRule } from '#contract/data-sources.ts'

type Action = VanishedRecord['action']

/** What the rule does with an open project that the source no longer has. */
export const actionOnProject = (rule: VanishedRule): Exclude<Action, 'remove'> => rule

/**
 * What the rule does with an unfinished operation that the source no longer has. Work that has started is never removed, and a hold with a
 * reason of its own stays as it is.
 */
export const actionOnOperation = (
  rule: VanishedRule,
  {
    actualStartDate,
    progressPercentage,
    onHold,
  }: { readonly actualStartDate: Date | null; readonly progressPercentage: number; readonly onHold: boolean },
): Exclude<Action, 'cancel'> => {
  if (rule === 'keep') return 'keep'
  const hasStarted = actualStartDate !== null || progressPercentage > 0
  if (rule === 'cancel' && !hasStarted) return 'remove'
  return onHold ? 'keep' : 'hold'
}

/** The reason with which an operation is put on hold. */
export const vanishedReason = (sourceName: string): string => `No longer in ${sourceName}`

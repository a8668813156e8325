import type { ListedProject } from '#contract/projects.ts'
import { errorSentence, isApiError } from '#web/api/api-error.ts'
import { formatNumber } from '#web/lib/format-number.ts'

interface BulkFailure {
  projectId: string
  projectNumber: string
  projectName: string
  reason: string
}

export interface BulkOutcome {
  total: number
  changedIds: string[]
  failures: BulkFailure[]
}

const reasonOf = (error: unknown): string =>
  isApiError(error) && error.code === 'stale' ? 'someone else changed it' : errorSentence(error)

/** The outcome of a bulk change. `errors` has one entry per project; null means it was changed. */
export function bulkOutcome(projects: readonly ListedProject[], errors: readonly unknown[]): BulkOutcome {
  const failed = (index: number) => errors[index] !== null
  return {
    total: projects.length,
    changedIds: projects.filter((_, index) => !failed(index)).map(({ projectId }) => projectId),
    failures: projects.flatMap(({ projectId, projectNumber, projectName }, index) =>
      failed(index) ? [{ projectId, projectNumber, projectName, reason: reasonOf(errors[index]) }] : [],
    ),
  }
}

/** '3 of 4 changed' */
export const outcomeTitle = ({ total, changedIds }: BulkOutcome): string =>
  `${formatNumber(changedIds.length)} of ${formatNumber(total)} changed`

/** '3 of 4 changed; #1042: someone else changed it' */
export const outcomeWords = (outcome: BulkOutcome): string =>
  [outcomeTitle(outcome), ...outcome.failures.map((failure) => `#${failure.projectNumber}: ${failure.reason}`)].join(
    '; ',
  )

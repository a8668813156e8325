import { Link } from '@tanstack/react-router'
import type { NextStep, OperationRemedy } from '#contract/operation-lists.ts'
import { nextStepWords } from '#web/components/remedies/remedy-names.ts'

/** Steps about reporting or releasing existing work. Whether other steps help is computed (`NextStep`). */
const plainSteps: readonly OperationRemedy['code'][] = [
  'releaseHold',
  'releasePredecessor',
  'finishPredecessor',
  'reportProgress',
  'startNow',
]
export const isPlainStep = ({ code }: OperationRemedy): boolean => plainSteps.includes(code)

type NextStepLinkProps = { step: NextStep; projectId: string; lateDays: number | null }

/** The next step of a late project: a link to the page where it can be tried. */
export function NextStepLink({ step, projectId, lateDays }: NextStepLinkProps) {
  return (
    <Link to="/projects/$projectId" params={{ projectId }} className="text-primary-text hover:underline">
      {nextStepWords(step, lateDays)}
    </Link>
  )
}

import { Link } from '@tanstack/react-router'
import type { NextStep, OperationRemedy } from '#contract/operation-lists.ts'
import { formatSpan } from '#web/lib/format-hours.ts'
import { formatDays } from '#web/lib/format-number.ts'

/** What to do, short enough for a column: 'Overtime at Assembly'. */
const stepTitle = ({ code, operation, workCenter, again }: NextStep): string => {
  const center = workCenter?.name ?? 'the work center'
  const named = operation?.name ?? 'the operation'
  switch (code) {
    case 'scheduleAgain':
      return 'Schedule again'
    case 'goFirst':
      if (again) return 'Raise the priority'
      return operation ? `Go ahead of #${operation.projectNumber}` : `Go to the front at ${center}`
    case 'addCapacity':
      return workCenter?.kind === 'pool' ? `One more of ${center}` : `One more at once at ${center}`
    case 'addOvertime':
      return `Overtime ${workCenter?.kind === 'pool' ? 'for' : 'at'} ${center}`
    case 'unpin':
      return `Unpin ${named}`
    case 'reschedule':
      return `Start ${named} sooner`
    case 'materialSooner':
      return `Material of ${named} sooner`
    case 'finishNow':
      return `Finish ${named}`
    case 'moveShipDate':
      return 'Move the ship date'
  }
}

/** 'on time', '4 d sooner'; null = it ends no sooner. `lateDays`: of the project now. */
const gainWords = ({ code, latenessDays, gainMs }: NextStep, lateDays: number | null): string | null => {
  if (code === 'moveShipDate' || gainMs <= 0) return null
  if (latenessDays <= 0) return 'on time'
  const days = (lateDays ?? 0) - latenessDays
  return `${days > 0 ? formatDays(days) : formatSpan(gainMs)} sooner`
}

/** 'Schedule again: on time', 'Overtime at Assembly, then schedule again: 4 d sooner' */
export const nextStepWords = (step: NextStep, lateDays: number | null): string => {
  const then = step.again && step.code !== 'scheduleAgain' ? ', then schedule again' : ''
  const gain = gainWords(step, lateDays)
  return `${stepTitle(step)}${then}${gain ? `: ${gain}` : ''}`
}

/** Steps that are about reporting or releasing what is there. Whether others help is computed (`NextStep`). */
const plainSteps: readonly OperationRemedy['code'][] = [
  'releaseHold',
  'releasePredecessor',
  'finishPredecessor',
  'reportProgress',
  'startNow',
]
export const isPlainStep = ({ code }: OperationRemedy): boolean => plainSteps.includes(code)

type NextStepLinkProps = { step: NextStep; projectId: string; lateDays: number | null; className: string }

/** The next step of a late project, a link to the page where it can be tried. */
export function NextStepLink({ step, projectId, lateDays, className }: NextStepLinkProps) {
  const words = nextStepWords(step, lateDays)
  return (
    <Link to="/projects/$projectId" params={{ projectId }} title={words} className={className}>
      {words}
    </Link>
  )
}

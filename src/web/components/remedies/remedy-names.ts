import type { NextStep, OperationRemedy } from '#contract/operation-lists.ts'
import { formatSpan } from '#web/lib/format-hours.ts'
import { formatDays } from '#web/lib/format-number.ts'

/** The data for a name. An operation is named only if the remedy is shown away from that operation. */
export interface NamedRemedy extends Pick<NextStep, 'operation' | 'workCenter'> {
  readonly code: NextStep['code'] | OperationRemedy['code']
  /** True if everything is scheduled again after it. */
  readonly again?: boolean
}

const isPool = ({ workCenter }: NamedRemedy): boolean => workCenter?.kind === 'pool'
const placeOf = ({ workCenter }: NamedRemedy): string => workCenter?.name ?? 'the work center'

/** If the plan is computed again, the place in the queue follows from the priority. */
const goFirstName = (remedy: NamedRemedy): string => {
  const { operation, again } = remedy
  if (again) return 'Raise the priority'
  return operation ? `Go ahead of #${operation.projectNumber}` : `Go to the front at ${placeOf(remedy)}`
}

/** The name of each remedy, the same on every screen. `remedyTitle` adds particulars such as dates and numbers. */
const names: Record<NamedRemedy['code'], (remedy: NamedRemedy) => string | null> = {
  none: () => null,
  releaseHold: () => 'Release hold',
  releasePredecessor: ({ operation }) => `Release ${operation?.name ?? 'predecessor'}`,
  finishPredecessor: ({ operation }) => `Open ${operation?.name ?? 'predecessor'}`,
  reportProgress: () => 'Report progress',
  startNow: () => 'Start now',
  reschedule: ({ operation }) => (operation ? `Start ${operation.name} sooner` : 'Next free slot'),
  raisePriority: () => 'Raise the priority',
  goFirst: goFirstName,
  addCapacity: (remedy) => (isPool(remedy) ? `One more of ${placeOf(remedy)}` : `More capacity at ${placeOf(remedy)}`),
  addOvertime: (remedy) =>
    remedy.workCenter ? `Overtime ${isPool(remedy) ? 'for' : 'at'} ${placeOf(remedy)}` : 'Add overtime',
  unpin: ({ operation }) => (operation ? `Unpin ${operation.name}` : 'Unpin'),
  materialSooner: ({ operation }) =>
    operation ? `Get the material of ${operation.name} sooner` : 'Change the material date',
  finishNow: ({ operation }) => `Finish ${operation?.name ?? 'the operation'} now`,
  moveShipDate: () => 'Move the ship date',
  scheduleAgain: () => 'Schedule again',
}

/** 'Release hold', 'Overtime at Assembly'; null if the remedy is unknown. */
export const remedyName = (remedy: NamedRemedy): string | null => names[remedy.code](remedy)

/** Adds that everything is scheduled again after a change: 'Overtime at Assembly, then schedule again'. */
export const thenAgain = (words: string, { code, again }: Pick<NamedRemedy, 'code' | 'again'>): string =>
  again && code !== 'scheduleAgain' ? `${words}, then schedule again` : words

/** 'On time', '4 d sooner'; null if it ends no sooner. `lateDays` are the current late days of the project. */
const gainWords = ({ code, latenessDays, gainMs }: NextStep, lateDays: number | null): string | null => {
  if (code === 'moveShipDate' || gainMs <= 0) return null
  if (latenessDays <= 0) return 'On time'
  const days = (lateDays ?? 0) - latenessDays
  return `${days > 0 ? formatDays(days) : formatSpan(gainMs)} sooner`
}

/**
 * A next step after its gain, which stays readable where a narrow column truncates the words: 'On time: schedule
 * again', '4 d sooner: overtime at Assembly, then schedule again'.
 */
export const nextStepWords = (step: NextStep, lateDays: number | null): string => {
  const gain = gainWords(step, lateDays)
  const words = thenAgain(remedyName(step) ?? '', step)
  return gain ? `${gain}: ${words.charAt(0).toLowerCase()}${words.slice(1)}` : words
}

import type { MainCause, NotificationCause } from '#contract/notifications.ts'
import type { MemberAccess } from '#contract/vocabulary.ts'
import { accessNames } from '../access/access-words.ts'
import { madeByWords, movedWords, runMovedWords } from '../scheduling/moved-words.ts'

/** Defaults to admin: requests from before there were other rights name none. */
const accessAsked = ({ access = 'admin' }: { readonly access?: MemberAccess | undefined }): string =>
  accessNames[access].toLowerCase()

const accessAnswer = (cause: Extract<NotificationCause, { code: 'accessAnswered' }>): NotificationText => ({
  title: cause.granted
    ? `Your access is now: ${accessNames[cause.access ?? 'admin']}`
    : `Your request for ${accessAsked(cause)} access was refused`,
  message: cause.note ?? `${cause.decidedBy} ${cause.granted ? 'granted' : 'refused'} your request.`,
})

export interface NotificationText {
  readonly title: string
  readonly message: string
}

type CauseOf<C extends NotificationCause['code']> = Extract<NotificationCause, { code: C }>
type Several = Pick<CauseOf<'projectsLate'>, 'count' | 'projects'>

const grouped = (number: number): string => number.toLocaleString('en-US')
const count = (number: number, one: string, many = `${one}s`): string =>
  `${grouped(number)} ${number === 1 ? one : many}`
const projectOf = ({ projectNumber, projectName }: { projectNumber: string; projectName: string }): string =>
  `#${projectNumber} ${projectName}`
const nameThem = ({ count: all, projects }: Several): string => {
  const named = projects.map(projectOf).join(', ')
  return all > projects.length ? `${named} and others` : named
}
const scopeOf = ({ projectName }: { projectName: string | null }): string => projectName ?? 'all projects'

const failures: Record<CauseOf<'runFailed'>['cause'], string> = {
  none: 'The plan is unchanged.',
  cancelled: 'It was cancelled. The plan is unchanged.',
  serverStopped: 'The server stopped during the run. The plan is unchanged; start the run again.',
  dataChanged: 'The plan kept changing during the run, so the new one was not used. Start the run again.',
  violations: 'The new plan failed its check and was not used. The plan is unchanged.',
  noRight: 'The person who started it may no longer apply it. The plan is unchanged.',
  error: 'Something went wrong. The plan is unchanged.',
}

const finishedWords = (cause: CauseOf<'runFinished'>): { title: string; deed: string } => {
  if (cause.madeBy === 'proposal') return { title: madeByWords(cause, ''), deed: 'applied a proposal' }
  if (cause.madeBy === 'promiseDate') {
    const name = cause.created ? `project #${cause.created.projectNumber}` : 'a project'
    return { title: madeByWords(cause, ''), deed: `created ${name} as promised` }
  }
  if (cause.preview) return { title: 'Preview finished', deed: `previewed ${scopeOf(cause)}` }
  return { title: 'Scheduling finished', deed: `scheduled ${scopeOf(cause)}` }
}

const finished = (cause: CauseOf<'runFinished'>): NotificationText => {
  const { changedOperations: changed, movedAsForecast, created } = cause
  const moved =
    changed === null
      ? ''
      : changed === 0 && !created
        ? 'nothing moved, '
        : `${runMovedWords(cause)}${movedAsForecast || created ? '; ' : ', '}`
  const late = `${count(cause.lateProjects, 'project')} late (${grouped(cause.lateProjectsBefore)} before)`
  const unplaced = cause.unplacedOperations > 0 ? `, ${count(cause.unplacedOperations, 'operation')} not scheduled` : ''
  const { title, deed } = finishedWords(cause)
  return { title, message: `${cause.startedBy} ${deed}: ${moved}${late}${unplaced}.` }
}

const named = ({ name }: { name: string }, words: string): string => (name ? `${name}: ${words}` : words)

const didMove = ({ movedOperations: moved, movedAsForecast: asForecast }: CauseOf<'planApplied'>): string =>
  moved === 0 ? 'Nothing moved.' : `${movedWords({ moved, asForecast }, 'did')}.`

/** 'In 3 projects, 12 operations would move. 1 project would become late, 2 would recover.' */
const askedEffect = (cause: CauseOf<'planAsked'>): string => {
  const { movedOperations: moved, movedAsForecast: asForecast, becameLate, recovered } = cause
  const moves =
    moved === 0
      ? 'Nothing would move.'
      : `In ${count(cause.movedProjects, 'project')}, ${movedWords({ moved, asForecast }, 'would')}.`
  const effects = [
    becameLate > 0 && `${count(becameLate, 'project')} would become late`,
    recovered > 0 && `${count(recovered, 'project')} would recover`,
  ].filter((words) => words !== false)
  return effects.length === 0 ? moves : `${moves} ${effects.join(', ')}.`
}

const ofProposal = (cause: CauseOf<'planAsked' | 'planDeclined' | 'planApplied'>): NotificationText => {
  if (cause.code === 'planAsked') {
    const note = cause.note ? ` “${cause.note}”` : ''
    return { title: `${cause.askedBy} asks you to apply ${cause.name || 'a plan'}`, message: askedEffect(cause) + note }
  }
  return cause.code === 'planDeclined'
    ? { title: `${cause.declinedBy} declined your proposal`, message: named(cause, cause.word) }
    : { title: `${cause.appliedBy} applied your proposal`, message: named(cause, didMove(cause)) }
}

const lateBecause: Record<MainCause['code'], (cause: MainCause) => string | null> = {
  none: () => null,
  onHold: ({ operationName }) => `${operationName} is on hold`,
  waitsForHeld: ({ operationName, waitsFor }) =>
    `${operationName} waits for ${waitsFor ?? 'an earlier operation'}, which is on hold`,
  predecessor: ({ operationName, waitsFor }) => `${operationName} waits for ${waitsFor ?? 'an earlier operation'}`,
  startedLate: ({ operationName }) => `${operationName} started late`,
  longerThanEstimated: ({ operationName }) => `${operationName} is running over its estimate`,
  learnedPace: ({ operationName }) => `${operationName} takes longer than its estimate, as such work usually does`,
  tookLonger: ({ operationName }) => `${operationName} took longer than its estimate`,
  notStarted: ({ operationName }) => `${operationName} has not been started`,
  workCentreBusy: ({ operationName, workCentre, days }) =>
    `${operationName} waits ${days < 1 ? 'less than a day' : count(Math.round(days), 'day')} for ${workCentre ?? 'its work center'}`,
  changeover: ({ operationName, workCentre }) =>
    `${operationName} waits for a changeover of ${workCentre ?? 'its work center'}`,
  closed: ({ operationName }) => `${operationName} waits for working time`,
  release: () => 'the project may not start earlier',
  material: ({ operationName }) => `${operationName} waits for material`,
  pinned: ({ operationName }) => `${operationName} is pinned to its dates`,
  frozen: ({ operationName }) => `${operationName} is inside the freeze window`,
  planned: ({ operationName }) => `${operationName} is planned later than needed`,
  waited: ({ operationName }) => `${operationName} started later than it could`,
  wasTaken: ({ operationName, workCentre }) => `${operationName} waited for ${workCentre ?? 'its work center'}`,
  wasPlanned: ({ operationName }) => `${operationName} was planned later than it could start`,
  atSupplier: ({ operationName, workCentre }) => `${operationName} is done by ${workCentre ?? 'a supplier'}`,
  noSlack: () => 'the work itself does not fit before the ship date',
}

/** A sentence about the main cause, beginning with a blank; '' if none is known. */
const mainCauseOf = ({ mainCause }: CauseOf<'projectLate'>): string => {
  const words = mainCause && lateBecause[mainCause.code](mainCause)
  return words ? ` Main cause: ${words}.` : ''
}

const late = (cause: CauseOf<'projectLate'>, showDate: (iso: string) => string): NotificationText => {
  const ship = cause.plannedShipDate === null ? '' : ` ${showDate(cause.plannedShipDate)}`
  const days = cause.latenessDays
  if (cause.overdue) {
    const ends = days !== null && days > 0 ? `; its work will end ${count(days, 'day')} after it` : ''
    return {
      title: `${projectOf(cause)} is past due`,
      message: `Its ship date${ship} has passed${ends}.${mainCauseOf(cause)}`,
    }
  }
  return {
    title: `${projectOf(cause)} will be late`,
    message: `Its work will end ${count(days ?? 0, 'day')} after the ship date${ship}.${mainCauseOf(cause)}`,
  }
}

const scrapped = (cause: CauseOf<'piecesScrapped'>): NotificationText => {
  const of = cause.quantity === null ? '' : ` of ${grouped(cause.quantity)}`
  const pieces = cause.scrap === 1 && of === '' ? 'piece' : 'pieces'
  const reason = cause.reason === '' ? '' : ` (${cause.reason})`
  return {
    title: `${grouped(cause.scrap)}${of} ${pieces} scrapped at ${cause.operationName}${reason}`,
    message: `${projectOf(cause)}.`,
  }
}

/**
 * Title and message of a system notification; null for a note, whose author wrote both. `showDate` formats an ISO
 * instant in the reader's format and zone.
 */
export const notificationText = (
  cause: NotificationCause,
  showDate: (iso: string) => string,
): NotificationText | null => {
  switch (cause.code) {
    case 'note':
      return null
    case 'runFinished':
      return finished(cause)
    case 'runFailed':
      return { title: 'Scheduling failed', message: `The run over ${scopeOf(cause)} failed. ${failures[cause.cause]}` }
    case 'runCancelled':
      return {
        title: 'Scheduling cancelled',
        message: `${cause.cancelledBy} cancelled your run over ${scopeOf(cause)}. The plan is unchanged.`,
      }
    case 'runReverted':
      return {
        title: 'Scheduling reverted',
        message: `${cause.revertedBy} reverted your run over ${scopeOf(cause)}: ${count(cause.reverted, 'operation')} restored.`,
      }
    case 'projectLate':
      return late(cause, showDate)
    case 'projectRecovered':
      return {
        title: `${projectOf(cause)} is on time again`,
        message:
          cause.plannedShipDate === null
            ? 'It has no ship date.'
            : `Its plan meets the ship date ${showDate(cause.plannedShipDate)}.`,
      }
    case 'projectsLate':
      return { title: `${count(cause.count, 'project')} became late or past due`, message: `${nameThem(cause)}.` }
    case 'projectsRecovered':
      return { title: `${count(cause.count, 'project')} are on time again`, message: `${nameThem(cause)}.` }
    case 'projectShipped':
      return {
        title: `${projectOf(cause)} shipped`,
        message:
          cause.actualShipDate === null
            ? `${cause.shippedBy} marked it as shipped.`
            : `${cause.shippedBy} marked it as shipped on ${showDate(cause.actualShipDate)}.`,
      }
    case 'projectsShipped':
      return { title: `${count(cause.count, 'project')} shipped`, message: `${nameThem(cause)}.` }
    case 'operationAssigned':
      return {
        title: `${cause.operationName} moved to ${cause.categoryName ?? 'no work center'}`,
        message: `${cause.by} changed the work center of ${cause.operationName} in ${projectOf(cause)}.`,
      }
    case 'operationsAssigned':
      return {
        title: `${count(cause.count, 'operation')} moved to other work centers`,
        message: `In ${nameThem(cause)}.`,
      }
    case 'operationUnblocked':
      return {
        title: `${cause.operationName} can start`,
        message:
          cause.because === 'released'
            ? `It was released from hold in ${projectOf(cause)}.`
            : `Everything it waited for in ${projectOf(cause)} is finished.`,
      }
    case 'operationsUnblocked':
      return { title: `${count(cause.count, 'operation')} can start`, message: `In ${nameThem(cause)}.` }
    case 'piecesScrapped':
      return scrapped(cause)
    case 'accessRequested':
      return { title: `${cause.userName} requests ${accessAsked(cause)} access`, message: cause.reason }
    case 'accessAnswered':
      return accessAnswer(cause)
    case 'planAsked':
    case 'planDeclined':
    case 'planApplied':
      return ofProposal(cause)
    case 'wrongCodes':
      return {
        title: `${count(cause.count, 'wrong code')} entered for your account`,
        message: 'They came after the right password. If it was not you, change your password now.',
      }
  }
}

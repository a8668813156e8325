import { create } from 'zustand'
import type { LiveMessage, PresentPerson } from '#contract/live-events.ts'
import type { SchedulingRun } from '#contract/scheduling-runs.ts'
import { onOtherUser } from './session.ts'

/** How this tab learns of changes: by the socket, not yet, not now, or by polling every 30 s. */
export type LiveState = 'connecting' | 'open' | 'waiting' | 'polling'

type ActiveRun = Pick<SchedulingRun, 'runId' | 'startedBy' | 'completed' | 'total' | 'projectId' | 'preview'>

export type ViewedPage = Pick<Extract<LiveMessage, { type: 'presence' }>, 'projectId' | 'screen'>

interface Live {
  /** `off` = no session in an organization. */
  state: LiveState | 'off'
  /** True when the socket is lost and the server does not answer; the screens show this. */
  isAway: boolean
  /** Increases whenever the server can be reached again after a gap, so that failed requests are repeated. */
  returns: number
  /** Who is in the organization now, one entry for each browser tab. Empty without a socket. */
  people: readonly PresentPerson[]
  /** The page that this tab shows, as colleagues see it. */
  page: ViewedPage
  /** The active run of the organization, according to the last message. */
  run: ActiveRun | null
}

/** What the last messages of the socket said, and whether the server can be reached. */
export const useLiveState = create<Live>(() => ({
  ...{ state: 'off', isAway: false, returns: 0, people: [], run: null },
  page: { projectId: null, screen: 'other' },
}))
onOtherUser(() => useLiveState.setState({ people: [], run: null }))

/** True when, as far as this tab knows, the server can be reached. */
export const isReachable = (): boolean => {
  const { state, isAway } = useLiveState.getState()
  return navigator.onLine && !isAway && state !== 'waiting' && state !== 'polling'
}

export const noteReturn = (): void => useLiveState.setState(({ returns }) => ({ isAway: false, returns: returns + 1 }))

/** Runs that have ended; later messages about them are out of date. */
const ended: string[] = []
const endedMost = 50

/** Takes a message about a run; false when it arrives after the end of the run. */
export const noteRun = (run: SchedulingRun): boolean => {
  if (run.status === 'Running') {
    if (ended.includes(run.runId)) return false
    useLiveState.setState({ run })
    return true
  }
  if (!ended.includes(run.runId)) ended.push(run.runId)
  if (ended.length > endedMost) ended.shift()
  if (useLiveState.getState().run?.runId === run.runId) useLiveState.setState({ run: null })
  return true
}

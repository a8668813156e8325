import type { LiveMessage, PresentPerson } from '#contract/live-events.ts'
import type { SchedulingRun } from '#contract/scheduling-runs.ts'
import { externalValue, setFields, useValuePart } from '#web/lib/external-value.ts'
import { onOtherUser } from '#web/stores/session.ts'

/** How this tab receives changes: over the socket, not yet, not at the moment, or by polling every 30 s. */
export type LiveState = 'connecting' | 'open' | 'waiting' | 'polling'

type ActiveRun = Pick<SchedulingRun, 'runId' | 'startedBy' | 'completed' | 'total' | 'projectId' | 'preview'>

export type ViewedPage = Pick<Extract<LiveMessage, { type: 'presence' }>, 'projectId' | 'screen'>

interface Live {
  /** `off` means that there is no session in an organization. */
  state: LiveState | 'off'
  /** True while the socket is lost and the server does not answer; the screens show this. */
  isAway: boolean
  /** Incremented whenever the server is reachable again after a gap, so that failed requests are repeated. */
  returns: number
  /** The people in the organization now, one entry per browser tab. Empty without a socket. */
  people: readonly PresentPerson[]
  /** The page that this tab reports to colleagues. */
  page: ViewedPage
  /** The active run of the organization, according to the last message. */
  run: ActiveRun | null
}

/** The state from the last socket messages, and whether the server can be reached. */
export const liveState = externalValue<Live>({
  state: 'off',
  isAway: false,
  returns: 0,
  people: [],
  run: null,
  page: { projectId: null, screen: 'other' },
})

export const setLiveState = (fields: Partial<Live>): void => setFields(liveState, fields)

onOtherUser(() => setLiveState({ people: [], run: null }))

export const useLiveState = <Part>(select: (live: Live) => Part): Part => useValuePart(liveState, select)

/** True if, as far as this tab knows, the server can be reached. */
export const isReachable = (): boolean => {
  const { state, isAway } = liveState.get()
  return navigator.onLine && !isAway && state !== 'waiting' && state !== 'polling'
}

export const noteReturn = (): void => setLiveState({ isAway: false, returns: liveState.get().returns + 1 })

/** Ids of runs that have ended; later messages about them are ignored. */
const ended: string[] = []
const endedMost = 50

/** Applies a message about a run; returns false if the run has already ended. */
export const noteRun = (run: SchedulingRun): boolean => {
  if (run.status === 'Running') {
    if (ended.includes(run.runId)) return false
    setLiveState({ run })
    return true
  }
  if (!ended.includes(run.runId)) ended.push(run.runId)
  if (ended.length > endedMost) ended.shift()
  if (liveState.get().run?.runId === run.runId) setLiveState({ run: null })
  return true
}

import { create } from 'zustand'
import type { SchedulingRun } from '#contract/scheduling-runs.ts'
import { useSession } from './session.ts'

type ActiveRun = Pick<SchedulingRun, 'runId' | 'startedBy' | 'completed' | 'total' | 'projectId' | 'preview'>

/** The active run of the organization, according to the last message of the socket. */
export const useActiveRun = create<{ run: ActiveRun | null }>(() => ({ run: null }))

/** Runs that have ended; later messages about them are out of date. */
const ended: string[] = []
const endedMost = 50

/** Takes a message about a run; false when it arrives after the end of the run. */
export const noteRun = (run: SchedulingRun): boolean => {
  if (run.status === 'Running') {
    if (ended.includes(run.runId)) return false
    useActiveRun.setState({ run })
    return true
  }
  if (!ended.includes(run.runId)) ended.push(run.runId)
  if (ended.length > endedMost) ended.shift()
  if (useActiveRun.getState().run?.runId === run.runId) useActiveRun.setState({ run: null })
  return true
}

useSession.subscribe((now, before) => {
  if (now.tenantId !== before.tenantId || now.userId !== before.userId) useActiveRun.setState({ run: null })
})

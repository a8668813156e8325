import { create } from 'zustand'
import type { SchedulingRun } from '#contract/scheduling-runs.ts'
import { useSession } from './session.ts'

type ActiveRun = Pick<SchedulingRun, 'runId' | 'startedBy' | 'completed' | 'total' | 'projectId' | 'preview'>

/** The run that is under way in the organization, as the socket told last. */
export const useActiveRun = create<{ run: ActiveRun | null }>(() => ({ run: null }))

/** Runs that have ended; what is told of one later is from before. */
const ended: string[] = []
const endedMost = 50

/** Takes what the socket tells of a run; false when it comes too late, after the run's end. */
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

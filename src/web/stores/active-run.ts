import { create } from 'zustand'
import type { SchedulingRun } from '#contract/scheduling-runs.ts'
import { useSession } from './session.ts'

type ActiveRun = Pick<SchedulingRun, 'runId' | 'startedBy' | 'completed' | 'total' | 'projectId' | 'preview'>

/** The run that is under way in the organisation, as the socket told last. */
export const useActiveRun = create<{ run: ActiveRun | null }>(() => ({ run: null }))

useSession.subscribe((now, before) => {
  if (now.tenantId !== before.tenantId || now.userId !== before.userId) useActiveRun.setState({ run: null })
})

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { RunEffort } from '#contract/vocabulary.ts'
import { errorSentence, isApiError } from '#web/api/api-error.ts'
import { invalidateProjects } from '#web/api/projects/projects.mutations.ts'
import { scheduleSelectedMutation, startRunMutation } from '#web/api/schedule/scheduling-runs.mutations.ts'
import { runsQuery } from '#web/api/schedule/scheduling-runs.queries.ts'
import { useTryFirst } from '#web/components/proposals/use-try-first.ts'
import { toast } from '#web/ui/toast.tsx'
import { openRun } from './opened-run.ts'
import { closingWords, isDone, leftWords } from './run-sentences.ts'
import { useRunRefusal } from './use-run-refusal.ts'

/** Handles a run that could not be started: if another run is active, its dialog is opened. */
const useRefusedRun = () => {
  const client = useQueryClient()
  return async (error: Error) => {
    if (!isApiError(error) || error.code !== 'run_active') return void toast.error(errorSentence(error))
    const runs = await client.fetchQuery({ ...runsQuery(), staleTime: 0 }).catch(() => [])
    const active = runs.find(({ status }) => status === 'Running')
    if (active) openRun(active.runId)
    else toast.error(error.message)
  }
}

/** Starts a run over all projects or one, or opens the dialog of the active run. Without an id, progress cannot be shown. */
export const useStartRun = () => {
  const client = useQueryClient()
  return useMutation({
    ...startRunMutation(client),
    meta: { handled: true },
    onSuccess: async (run, ...rest) => {
      if (run.runId === '') {
        toast.success(
          isDone(run) ? closingWords(run) : 'Scheduling has started. This server does not report its progress.',
        )
        return void invalidateProjects(client)
      }
      openRun(run.runId)
      await startRunMutation(client).onSuccess?.(run, ...rest)
    },
    onError: useRefusedRun(),
  })
}

/** Starts a run over all projects. Planners who may not apply its plan get a proposal, which they can ask others to apply. */
export const useScheduleAll = () => {
  const start = useStartRun()
  const { tryFirst, isBusy } = useTryFirst()
  const asksOthers = useRunRefusal(false) !== null
  const { mutate } = start
  const scheduleAll = useCallback(
    (options: { effort?: RunEffort } = {}) =>
      asksOthers ? void tryFirst({ changes: [], method: 'optimize' }) : mutate(options),
    [asksOthers, tryFirst, mutate],
  )
  return { scheduleAll, asksOthers, isStarting: start.isPending, isComputing: isBusy }
}

/** Starts a run over the projects of some operations; names the projects that are left out, and why. */
export const useScheduleSelected = () => {
  const client = useQueryClient()
  return useMutation({
    ...scheduleSelectedMutation(client),
    meta: { handled: true },
    onSuccess: async (answer, ...rest) => {
      const { run, left } = answer
      openRun(run.runId)
      if (left.length > 0) toast.info(leftWords(left))
      await scheduleSelectedMutation(client).onSuccess?.(answer, ...rest)
    },
    onError: useRefusedRun(),
  })
}

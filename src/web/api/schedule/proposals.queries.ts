import { queryOptions } from '@tanstack/react-query'
import { getMorningPlan } from '#contract/morning-plan.ts'
import { getProposal, getSchedulingEffect, listProposals } from '#contract/proposals.ts'
import { retryComputing } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { tenantKey } from '#web/api/query-keys.ts'

/** The named proposals. */
export const proposalsQuery = () =>
  queryOptions({
    queryKey: tenantKey('proposals', 'list'),
    queryFn: ({ signal }) => call(listProposals, {}, { signal }),
  })

export const proposalQuery = (proposalId: string) =>
  queryOptions({
    queryKey: tenantKey('proposals', 'one', proposalId),
    queryFn: ({ signal }) => call(getProposal, { params: { proposalId } }, { signal }),
  })

/** The server computes a whole plan for this query, so it waits for the first data of the page and for a pause in edits. */
const afterOthersMs = 2_000

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

/** Read again together with the schedule: an edit or a new plan changes what scheduling would do. */
export const schedulingEffectQuery = () =>
  queryOptions({
    queryKey: tenantKey('schedule', 'effect'),
    queryFn: async ({ signal }) => {
      await pause(afterOthersMs, signal)
      return call(getSchedulingEffect, {}, { signal })
    },
    staleTime: 60_000,
    retry: retryComputing,
  })

/** Part of the key of proposals, because a computed, applied or discarded one changes it. */
export const morningPlanQuery = () =>
  queryOptions({
    queryKey: tenantKey('proposals', 'morning'),
    queryFn: ({ signal }) => call(getMorningPlan, {}, { signal }),
  })

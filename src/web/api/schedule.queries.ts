import { type QueryFunctionContext, queryOptions } from '@tanstack/react-query'
import { type CompactSchedule, getPlacement, getSchedule } from '#contract/schedule.ts'
import { ApiError } from './api-error.ts'
import { call } from './client.ts'
import { tenantKey } from './query-keys.ts'

/** Reads everything once, and after that only what has changed. */
const readSchedule = async ({ client, queryKey, signal }: QueryFunctionContext): Promise<CompactSchedule> => {
  const ask = (since?: number) => call(getSchedule, { query: { since } }, { signal })
  const held = client.getQueryData<CompactSchedule>(queryKey)
  const [{ takeInSchedule }, answer] = await Promise.all([
    import('#domain/schedule/take-in-schedule.ts'),
    ask(held?.change),
  ])
  const schedule = takeInSchedule(held, answer) ?? takeInSchedule(undefined, await ask())
  if (!schedule) throw new ApiError('bad_answer', 'The schedule could not be read.')
  return schedule
}

/** The whole plan as columns. */
export const scheduleQuery = () =>
  queryOptions({
    queryKey: tenantKey('schedule', 'plan'),
    queryFn: readSchedule,
    // Unchanged rows are already the same objects, so a comparison of the rest would find nothing.
    structuralSharing: false,
  })

/** Why one operation starts when it does. */
export const placementQuery = (operationId: string) =>
  queryOptions({
    queryKey: tenantKey('schedule', 'placement', operationId),
    queryFn: ({ signal }) => call(getPlacement, { params: { operationId } }, { signal }),
  })

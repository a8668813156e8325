import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { deleteShift, postShift, putShift, type ShiftInput } from '#contract/shifts.ts'
import { call } from '#web/api/client.ts'
import { refreshWorkingTime } from './working-time.mutations.ts'

/** Creates a shift pattern, or changes one when `shiftId` is given with the version read. */
export const saveShiftMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: ({ shiftId, version, ...body }: ShiftInput & { shiftId?: string; version?: number }) =>
      shiftId === undefined
        ? call(postShift, { body })
        : call(putShift, { params: { id: shiftId }, body }, { ifMatch: version }),
    onSuccess: () => refreshWorkingTime(queryClient, 'shifts'),
  })

export const deleteShiftMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: (shiftId: string) => call(deleteShift, { params: { id: shiftId } }),
    onSuccess: () => refreshWorkingTime(queryClient, 'shifts'),
  })

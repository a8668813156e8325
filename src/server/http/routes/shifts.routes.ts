import * as contract from '#contract/shifts.ts'
import { listShifts } from '../../services/shifts/read-shifts.ts'
import { changeShift, createShift, deleteShift } from '../../services/shifts/write-shifts.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const shiftRoutes: readonly ServedRoute[] = [
  serve(contract.listShifts, ({ ctx }) => listShifts(ctx), 'cached'),
  serve(contract.postShift, ({ ctx, body }) => createShift(ctx, { input: body })),
  serve(contract.putShift, ({ ctx, params, body, expectedVersion }) =>
    changeShift(ctx, { shiftId: params.id, input: body, expectedVersion }),
  ),
  serve(contract.deleteShift, async ({ ctx, params }) => {
    await deleteShift(ctx, { shiftId: params.id })
    return undefined
  }),
]

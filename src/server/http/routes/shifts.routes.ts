import * as contract from '#contract/shifts.ts'
import { changeShift } from '../../services/shifts/change-shift.ts'
import { createShift } from '../../services/shifts/create-shift.ts'
import { deleteShift } from '../../services/shifts/delete-shift.ts'
import { listShifts } from '../../services/shifts/list-shifts.ts'
import { keptByMinute, type ServedRoute, serve } from '../serve.ts'

export const shiftRoutes: readonly ServedRoute[] = [
  serve(contract.listShifts, ({ ctx }) => listShifts(ctx), keptByMinute),
  serve(contract.postShift, ({ ctx, body }) => createShift(ctx, { input: body })),
  serve(contract.putShift, ({ ctx, params, body, expectedVersion }) =>
    changeShift(ctx, { shiftId: params.id, input: body, expectedVersion }),
  ),
  serve(contract.deleteShift, async ({ ctx, params }) => {
    await deleteShift(ctx, { shiftId: params.id })
    return undefined
  }),
]

import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/second-factor.ts'
import {
  confirmSecondFactor,
  getSecondFactor,
  renewMyRecoveryCodes,
  startSecondFactor,
  turnOffSecondFactor,
} from '../../services/users/my-second-factor.ts'
import { addressOf, sessionOf } from '../caller.ts'
import { deviceHashOf } from '../cookies.ts'
import { type ServedRoute, serve } from '../serve.ts'

const askerOf = (request: FastifyRequest) => ({
  session: sessionOf(request),
  address: addressOf(request),
  deviceHash: deviceHashOf(request),
})

export const secondFactorRoutes: readonly ServedRoute[] = [
  serve(contract.getSecondFactor, ({ ctx }) => getSecondFactor(ctx)),
  serve(contract.postSecondFactor, ({ ctx, body, request }) =>
    startSecondFactor(ctx, { ...askerOf(request), ...body }),
  ),
  serve(contract.postSecondFactorConfirmation, ({ ctx, body, request }) =>
    confirmSecondFactor(ctx, { session: sessionOf(request), code: body.code }),
  ),
  serve(contract.postRecoveryCodes, ({ ctx, body, request }) =>
    renewMyRecoveryCodes(ctx, { ...askerOf(request), ...body }),
  ),
  serve(contract.postSecondFactorOff, ({ ctx, body, request }) =>
    turnOffSecondFactor(ctx, { ...askerOf(request), ...body }),
  ),
]

import * as contract from '#contract/mail.ts'
import { askForPassword } from '../../services/auth/forgot-password.ts'
import { addressOf } from '../caller.ts'
import { deviceHashOf } from '../cookies.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const mailRoutes: readonly ServedRoute[] = [
  serve(contract.getMailStatus, async ({ ctx }) => ({ isConfigured: ctx.app.mail !== undefined })),
  serve(contract.postForgotPassword, ({ ctx, body, request }) =>
    askForPassword(ctx.app, { ...body, address: addressOf(request), deviceHash: deviceHashOf(request) }),
  ),
]

import { getSignInOptions } from '#contract/auth.ts'
import * as contract from '#contract/single-sign-on.ts'
import { beginSingleSignOn, finishSingleSignOn, singleSignOnPage } from '../../services/auth/single-sign-on.ts'
import { addressOf } from '../caller.ts'
import { clearSingleSignOnCookie, setSingleSignOnCookie, singleSignOnSecretOf } from '../cookies.ts'
import { type ServedRoute, serve } from '../serve.ts'
import { originOf, welcome } from './auth.routes.ts'

const queryOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')

export const singleSignOnRoutes: readonly ServedRoute[] = [
  serve(getSignInOptions, async ({ ctx }) => ({ singleSignOn: ctx.app.identityProvider?.button ?? null })),
  serve(contract.postSingleSignOn, async ({ ctx, body, request, reply }) => {
    const { address, pendingSecret } = await beginSingleSignOn(ctx.app, { ...body, address: addressOf(request) })
    setSingleSignOnCookie(reply, pendingSecret)
    return { address }
  }),
  serve(contract.getSingleSignOnCallback, async ({ ctx, request, reply }) => {
    const pendingSecret = singleSignOnSecretOf(request)
    reply.header('Location', await singleSignOnPage(ctx.app, { pendingSecret, answer: queryOf(request.url) }))
    return undefined
  }),
  serve(contract.postSingleSignOnAnswer, async ({ ctx, body, request, reply }) => {
    const pendingSecret = singleSignOnSecretOf(request)
    if (pendingSecret !== null) clearSingleSignOnCookie(reply)
    const { requestId } = ctx
    const entered = await finishSingleSignOn(ctx.app, { ...originOf(request), ...body, pendingSecret, requestId })
    return { ...welcome(reply, entered), rememberMe: entered.rememberMe }
  }),
]

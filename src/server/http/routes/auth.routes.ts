import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LoginInput, LoginRefusal, LoginResult } from '#contract/auth.ts'
import * as contract from '#contract/auth.ts'
import * as notifications from '#contract/notifications.ts'
import * as links from '#contract/one-time-links.ts'
import { postSignInCode } from '#contract/second-factor.ts'
import { acceptInvitation } from '../../services/auth/accept-invitation.ts'
import type { Entered, Origin } from '../../services/auth/enter-account.ts'
import { readOneTimeLink, resetPassword } from '../../services/auth/one-time-links.ts'
import { login, logout, validateSession } from '../../services/auth/sign-in.ts'
import { signInWithCode } from '../../services/auth/sign-in-with-code.ts'
import { secretHash } from '../../services/credentials/secrets.ts'
import { issueNotificationTicket, issueNotificationToken } from '../../services/sessions/notification-token.ts'
import { addressOf, sessionOf } from '../caller.ts'
import {
  clearForeignCookies,
  clearPendingCookie,
  clearSessionCookie,
  deviceHashOf,
  pendingSecretOf,
  sessionSecretOf,
  setDeviceCookie,
  setPendingCookie,
  setSessionCookie,
} from '../cookies.ts'
import { type PublicContext, type ServedRoute, serve } from '../serve.ts'

interface LoginCall {
  readonly ctx: PublicContext
  readonly body: LoginInput
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** The browser that signs in. */
export const originOf = (request: FastifyRequest): Origin => {
  const secret = sessionSecretOf(request)
  return {
    address: addressOf(request),
    deviceHash: deviceHashOf(request),
    userAgent: request.headers['user-agent'] ?? '',
    previousSessionHash: secret && secretHash(secret),
  }
}

/** Sends the cookies of an account that was entered. */
export const welcome = (reply: FastifyReply, { result, opened, device }: Entered): LoginResult => {
  setSessionCookie(reply, opened)
  setDeviceCookie(reply, device)
  clearForeignCookies(reply)
  return result
}

/** Shared by both sign-in routes, so that neither is weaker. */
const signIn = async ({ ctx, body, request, reply }: LoginCall): Promise<LoginResult | LoginRefusal> => {
  const answer = await login(ctx.app, { credentials: body, ...originOf(request) })
  if ('opened' in answer) return welcome(reply, answer)
  setPendingCookie(reply, answer.pendingSecret)
  return answer.result
}

/** `socketUrl`: where the ticket is used; null = this server. */
export const authRoutes = (socketUrl: string | null): readonly ServedRoute[] => [
  serve(contract.postLogin, signIn),
  serve(contract.postDirectLogin, signIn),
  serve(postSignInCode, async ({ ctx, body, request, reply }) => {
    const pendingSecret = pendingSecretOf(request)
    const entered = await signInWithCode(ctx.app, { pendingSecret, code: body.code, ...originOf(request) })
    clearPendingCookie(reply)
    return welcome(reply, entered)
  }),
  serve(contract.postLogout, async ({ ctx, request, reply }) => {
    await logout(ctx.app, sessionSecretOf(request))
    clearSessionCookie(reply)
    reply.header('Clear-Site-Data', '"cache","storage"')
    return { message: 'Signed out.' }
  }),
  serve(links.postResetPassword, ({ ctx, body }) => resetPassword(ctx.app, { ...body, requestId: ctx.requestId })),
  serve(links.postOneTimeLink, ({ ctx, body }) => readOneTimeLink(ctx.app, body)),
  serve(links.postAcceptInvitation, ({ ctx, body, request }) =>
    acceptInvitation(ctx.app, {
      ...body,
      address: addressOf(request),
      deviceHash: deviceHashOf(request),
      requestId: ctx.requestId,
    }),
  ),
  serve(contract.getValidate, async ({ request }) => validateSession(sessionOf(request))),
  serve(notifications.postNotificationToken, ({ ctx, request }) =>
    issueNotificationToken(ctx.app, {
      sessionHash: sessionOf(request).sessionHash,
      userId: ctx.userId,
      tenantId: ctx.tenantId,
    }),
  ),
  serve(notifications.postNotificationTicket, async ({ ctx: { app, sessionHash, userId, tenantId } }) => ({
    ...(await issueNotificationTicket(app, { sessionHash, userId, tenantId })),
    socketUrl,
  })),
]

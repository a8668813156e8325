import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LoginInput, LoginResult } from '#contract/auth.ts'
import * as contract from '#contract/auth.ts'
import * as links from '#contract/one-time-links.ts'
import { acceptInvitation } from '../../services/auth/accept-invitation.ts'
import { readOneTimeLink, resetPassword } from '../../services/auth/one-time-links.ts'
import { login, logout, validateSession } from '../../services/auth/sign-in.ts'
import { secretHash } from '../../services/credentials/secrets.ts'
import { issueNotificationTicket, issueNotificationToken } from '../../services/sessions/notification-token.ts'
import { addressOf, sessionOf } from '../caller.ts'
import {
  clearForeignCookies,
  clearSessionCookie,
  deviceHashOf,
  sessionSecretOf,
  setDeviceCookie,
  setSessionCookie,
} from '../cookies.ts'
import { type PublicContext, type ServedRoute, serve } from '../serve.ts'

interface LoginCall {
  readonly ctx: PublicContext
  readonly body: LoginInput
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Shared by both sign-in routes, so that neither is weaker. */
const signIn = async ({ ctx, body, request, reply }: LoginCall): Promise<LoginResult> => {
  const secret = sessionSecretOf(request)
  const { result, opened, device } = await login(ctx.app, {
    credentials: body,
    address: addressOf(request),
    deviceHash: deviceHashOf(request),
    userAgent: request.headers['user-agent'] ?? '',
    previousSessionHash: secret && secretHash(secret),
  })
  setSessionCookie(reply, opened)
  setDeviceCookie(reply, device)
  clearForeignCookies(reply)
  return result
}

/** `socketUrl`: where the ticket is used; null = this server. */
export const authRoutes = (socketUrl: string | null): readonly ServedRoute[] => [
  serve(contract.postLogin, signIn),
  serve(contract.postDirectLogin, signIn),
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
  serve(contract.postNotificationToken, ({ ctx, request }) =>
    issueNotificationToken(ctx.app, {
      sessionHash: sessionOf(request).sessionHash,
      userId: ctx.userId,
      tenantId: ctx.tenantId,
    }),
  ),
  serve(contract.postNotificationTicket, async ({ ctx: { app, sessionHash, userId, tenantId } }) => ({
    ...(await issueNotificationTicket(app, { sessionHash, userId, tenantId })),
    socketUrl,
  })),
]

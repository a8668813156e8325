import { deleteUserSecondFactor } from '#contract/second-factor.ts'
import { listUserSignIns } from '#contract/sign-ins.ts'
import * as sessions from '#contract/user-sessions.ts'
import * as contract from '#contract/users.ts'
import { loadSession } from '../../services/sessions/load-session.ts'
import { chooseTenant } from '../../services/tenants/choose-tenant.ts'
import { listMyTenants } from '../../services/tenants/list-tenants.ts'
import { inviteUser } from '../../services/users/manage-invitations.ts'
import { deleteUser, issuePasswordReset, resetSecondFactor, updateUser } from '../../services/users/manage-users.ts'
import { changePassword, putPreferences, putProfile, putSettings } from '../../services/users/my-account.ts'
import { getMe, getUser, getUserByEmail, listUsers } from '../../services/users/read-users.ts'
import { listUserSignIns as readUserSignIns } from '../../services/users/sign-ins.ts'
import { endUserSessions, listUserSessions } from '../../services/users/user-sessions.ts'
import { addressOf, sessionOf } from '../caller.ts'
import { deviceHashOf, setSessionCookie } from '../cookies.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const usersRoutes: readonly ServedRoute[] = [
  serve(contract.getMe, ({ ctx, request }) => getMe(ctx, { session: sessionOf(request) })),
  serve(contract.getProfile, ({ ctx, request }) => getMe(ctx, { session: sessionOf(request) })),
  serve(contract.listMyTenants, ({ ctx, request }) => listMyTenants(ctx, sessionOf(request))),
  serve(contract.getUser, ({ ctx, params, request }) => getUser(ctx, { session: sessionOf(request), id: params.id })),
  serve(contract.getUserByEmail, ({ ctx, params, request }) =>
    getUserByEmail(ctx, { session: sessionOf(request), email: params.email }),
  ),
  serve(contract.putProfile, ({ ctx, body, request }) =>
    putProfile(ctx, { session: sessionOf(request), profile: body }),
  ),
  serve(contract.putPreferences, ({ ctx, body, request }) =>
    putPreferences(ctx, { session: sessionOf(request), preferences: body }),
  ),
  serve(contract.putSettings, ({ ctx, body, request }) =>
    putSettings(ctx, { session: sessionOf(request), settings: body }),
  ),
  serve(contract.postPassword, async ({ ctx, body, request, reply }) => {
    const opened = await changePassword(ctx, {
      session: sessionOf(request),
      ...body,
      address: addressOf(request),
      deviceHash: deviceHashOf(request),
      userAgent: request.headers['user-agent'] ?? '',
    })
    setSessionCookie(reply, opened)
    return { message: 'Password changed.' }
  }),
  serve(contract.putMyTenant, async ({ ctx, body, request, reply }) => {
    const userAgent = request.headers['user-agent'] ?? ''
    const { tenant, opened } = await chooseTenant(ctx, {
      session: sessionOf(request),
      tenantId: body.tenantId,
      userAgent,
      address: addressOf(request) ?? '',
    })
    setSessionCookie(reply, opened)
    // A name may contain any character, but a header may not.
    reply.headers({ 'x-tenant-id': tenant.tenantId, 'x-tenant-name': encodeURIComponent(tenant.name) })
    const session = await loadSession(ctx.app, opened.secret)
    if (!session) throw new Error('A session ended in the moment it began')
    return getMe(ctx, { session })
  }),
  serve(contract.listUsers, ({ ctx }) => listUsers(ctx)),
  serve(contract.postUser, ({ ctx, body }) => inviteUser(ctx, body)),
  serve(contract.putUser, ({ ctx, params, body }) => updateUser(ctx, { id: params.id, changes: body })),
  serve(contract.deleteUser, async ({ ctx, params }) => {
    await deleteUser(ctx, { id: params.id })
    return undefined
  }),
  serve(contract.postPasswordReset, ({ ctx, params }) => issuePasswordReset(ctx, { id: params.id })),
  serve(sessions.listUserSessions, ({ ctx, params }) => listUserSessions(ctx, { id: params.id })),
  serve(listUserSignIns, ({ ctx, params }) => readUserSignIns(ctx, { id: params.id })),
  serve(deleteUserSecondFactor, async ({ ctx, params }) => {
    await resetSecondFactor(ctx, { id: params.id })
    return undefined
  }),
  serve(sessions.deleteUserSessions, async ({ ctx, params, request }) => {
    await endUserSessions(ctx, { id: params.id, session: sessionOf(request) })
    return undefined
  }),
]

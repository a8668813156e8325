import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { orderedId } from '#server/db/ordered-id.ts'
import { users } from '#server/db/tables/users.table.ts'
import { actorPassword } from './actors.ts'
import type { MakeRequest } from './matrix-request.ts'
import type { World } from './world.ts'

const credentials = (world: World) => ({ email: world.home.planner.email, password: actorPassword })
const userOfHome = async ({ server, home }: World) => {
  const { userId } = await server.newUser({ memberOf: [{ tenantId: home.tenantId }], signedIn: false })
  return userId
}

const userWithSecondFactor = async (world: World): Promise<string> => {
  const userId = await userOfHome(world)
  await world.server.services.db.withSystem((tx) =>
    tx.update(users).set({ secondFactorAt: world.server.clock.now() }).where(eq(users.userId, userId)),
  )
  return userId
}

const resetToken = async (world: World): Promise<string> =>
  world.made(`/users/${await userOfHome(world)}/password-reset`, 'linkToken')
const newcomer = () => ({ email: `new-${randomUUID()}@example.com`, name: 'New' })
const invitationToken = async (world: World): Promise<string> => {
  const id = await world.made('/users', 'id', newcomer())
  return world.made(`/users/${id}/password-reset`, 'linkToken')
}
const accessRequest = async ({ server, home }: World): Promise<string> => {
  const planner = await server.newUser({ memberOf: [{ tenantId: home.tenantId }] })
  return (await server.as(planner).post('/access-requests', { reason: 'To keep the shifts' })).body.requestId
}

/** A notification for every member of home, including the actor that requests it. */
const notification = async ({ server, home }: World): Promise<string> => {
  const notificationId = orderedId()
  const cause = JSON.stringify({ code: 'accessRequested', userName: 'Pat', reason: 'Shifts' })
  await server.services.db.withSystem((tx) =>
    tx.execute(sql`insert into notifications
      (tenant_id, user_id, notification_id, cause, type, category, priority, created_at)
      select m.tenant_id, m.user_id, ${notificationId}, ${cause}::jsonb, 'info', 'User', 'high', now()
      from memberships m where m.tenant_id = ${home.tenantId}`),
  )
  return notificationId
}

/** A valid request for every endpoint about people: signing in, their own account, users, access and organizations. */
export const peopleRequests: Readonly<Record<string, MakeRequest>> = {
  postLogin: (world) => ({ body: credentials(world) }),
  postDirectLogin: (world) => ({ body: credentials(world) }),
  postForgotPassword: () => ({ body: { email: newcomer().email } }),
  postLogout: () => ({}),
  getValidate: () => ({}),
  postNotificationToken: () => ({}),
  postNotificationTicket: () => ({}),
  listUnreadNotifications: () => ({}),
  postNotification: () => ({ body: { title: 'Hello' } }),
  listNotifications: () => ({}),
  readNotification: async (world) => ({ params: { id: await notification(world) } }),
  readAllNotifications: async (world) => ({ query: `?seen=${await notification(world)}` }),
  clearNotifications: async (world) => ({ query: `?seen=${await notification(world)}` }),
  deleteNotification: async (world) => ({ params: { id: await notification(world) } }),
  getMe: () => ({}),
  getProfile: () => ({}),
  listMyTenants: () => ({}),
  getUser: ({ home }) => ({ params: { id: home.planner.userId } }),
  getUserByEmail: ({ home }) => ({ params: { email: home.planner.email } }),
  putProfile: () => ({ body: { displayName: 'Someone' } }),
  putPreferences: () => ({ body: { theme: 'dark' } }),
  putSettings: () => ({ body: { language: 'en' } }),
  postPassword: () => ({ body: { currentPassword: actorPassword, newPassword: 'Another-Matrix-28' } }),
  listMySessions: () => ({}),
  deleteMySession: () => ({ params: { sessionId: 'f'.repeat(32) } }),
  deleteMyOtherSessions: () => ({}),
  getSignInOptions: () => ({}),
  // There is no single sign-on without an identity provider.
  postSingleSignOn: () => ({ body: { redirect: '/projects' } }),
  getSingleSignOnCallback: () => ({ query: '?code=1&state=2' }),
  postSingleSignOnAnswer: () => ({ body: { answer: 'code=1&state=2' } }),
  postSignInCode: () => ({ body: { code: '123456' } }),
  getSecondFactor: () => ({}),
  postSecondFactor: () => ({ body: { currentPassword: actorPassword } }),
  postSecondFactorConfirmation: () => ({ body: { code: '123456' } }),
  postRecoveryCodes: () => ({ body: { currentPassword: actorPassword, code: '123456' } }),
  postSecondFactorOff: () => ({ body: { currentPassword: actorPassword, code: '123456' } }),
  deleteUserSecondFactor: async (world) => ({ params: { id: await userWithSecondFactor(world) } }),
  listMySignIns: () => ({}),
  listUserSignIns: async (world) => ({ params: { id: await userOfHome(world) } }),
  putMyTenant: ({ home }) => ({ body: { tenantId: home.tenantId } }),
  listUsers: () => ({}),
  postUser: () => ({ body: newcomer() }),
  putUser: async (world) => ({ params: { id: await userOfHome(world) }, body: { name: 'Renamed' } }),
  deleteUser: async (world) => ({ params: { id: await userOfHome(world) } }),
  postResetPassword: async (world) => ({
    body: { token: await resetToken(world), newPassword: 'Chosen-By-Link-30' },
  }),
  postOneTimeLink: async (world) => ({ body: { token: await invitationToken(world) } }),
  postAcceptInvitation: async (world) => ({
    body: { token: await invitationToken(world), password: 'Chosen-By-Link-30' },
  }),
  postPasswordReset: async (world) => ({ params: { id: await userOfHome(world) } }),
  listUserSessions: async (world) => ({ params: { id: await userOfHome(world) } }),
  deleteUserSessions: async (world) => ({ params: { id: await userOfHome(world) } }),
  getAccess: () => ({}),
  postAccessRequest: () => ({ body: { reason: 'Someone must keep the shifts' } }),
  withdrawAccessRequest: async (world) => ({ params: { id: await accessRequest(world) } }),
  grantAccessRequest: async (world) => ({ params: { id: await accessRequest(world) } }),
  refuseAccessRequest: async (world) => ({ params: { id: await accessRequest(world) } }),
  listTenants: () => ({}),
  listTenantOverviews: () => ({}),
  postTenant: (world) => ({
    body: { name: world.unique('Works'), adminEmail: `first-${randomUUID()}@example.com`, adminName: 'First' },
  }),
  putTenant: async ({ server }) => ({ params: { id: (await server.newTenant()).tenantId }, body: { name: 'Renamed' } }),
  deleteTenant: async ({ server }) => {
    const { tenantId, name } = await server.newTenant()
    return { params: { id: tenantId }, body: { confirmName: name } }
  },
  listTenantMembers: ({ home }) => ({ params: { id: home.tenantId } }),
  listUserAssociations: ({ home }) => ({ params: { userId: home.planner.userId } }),
}

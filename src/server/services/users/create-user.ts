import { randomBytes, randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { User, UserCreateInput } from '#contract/users.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { memberships } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { writeSystem } from '../../db/transaction.ts'
import { ConflictError } from '../../errors.ts'
import { hashPassword } from '../auth/password-hash.ts'
import { findUser, findUsers, hasEmail } from './find-user.ts'
import { presentUser, type UserRow } from './present-user.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'

type Input = z.infer<typeof UserCreateInput>

/**
 * Creates a user in the organisation, or adds an existing account to it: that account keeps its password and name, and
 * shows under the name typed here until its owner works in the organisation for the first time. Without a password nobody can sign in before a one-time link has set one.
 */
export const createUser = async (ctx: TenantContext, input: Input): Promise<User & { isNewAccount: boolean }> => {
  if (input.password !== undefined) refuseWeakPassword(input.password, 'password', input)
  const passwordHash = await hashPassword(input.password ?? randomBytes(32).toString('base64url'))
  return writeSystem(ctx, async (tx, record) => {
    const [existing] = await findUsers(tx, ctx.tenantId, hasEmail(input.email))
    if (existing?.membership) throw new ConflictError('A user with this email is in the organization already.')
    const userId = existing?.user.userId ?? (await insertUser(tx, input, passwordHash))
    const row = await addMember(ctx, tx, userId, { ...input, invitedName: existing ? input.name : null })
    record.history({
      entity: 'user',
      entityId: userId,
      action: 'create',
      changes: [
        { field: 'email', from: null, to: input.email },
        { field: 'role', from: null, to: row.membership?.role },
        { field: 'isAdmin', from: null, to: row.membership?.isAdmin },
      ],
    })
    record.changed('users', { id: userId })
    return { ...presentUser(row), email: input.email, isNewAccount: existing === undefined }
  })
}

const insertUser = async (tx: Tx, input: Input, passwordHash: string): Promise<string> => {
  const userId = randomUUID()
  await tx.insert(users).values({
    userId,
    email: input.email,
    name: input.name,
    displayName: input.displayName ?? input.name,
    passwordHash,
  })
  return userId
}

const addMember = async (
  ctx: TenantContext,
  tx: Tx,
  userId: string,
  { isAdmin = false, role, invitedName }: Input & { invitedName: string | null },
): Promise<UserRow> => {
  await tx.insert(memberships).values({ tenantId: ctx.tenantId, userId, isAdmin, role: role || 'User', invitedName })
  const row = await findUser(tx, ctx.tenantId, userId)
  if (!row) throw new Error('A user vanished inside its own transaction')
  return row
}

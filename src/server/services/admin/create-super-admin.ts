import type { AppServices } from '../../context.ts'
import { memberships } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { ConflictError } from '../../errors.ts'
import { refuseWeakPassword } from '../credentials/common-passwords.ts'
import { hasEmail } from '../credentials/email.ts'
import { hashPassword } from '../credentials/password-hash.ts'
import { createTenant } from '../tenants/create-tenant.ts'
import { findUsers } from '../users/find-user.ts'

interface NewSuperAdmin {
  readonly userId: string
  readonly email: string
  readonly name: string
  readonly password: string
  /** Also creates this organization, with the new super admin as its admin. */
  readonly organization?: string
}

/** Creates a super admin; throws when the e-mail is taken or the password is a common one. For the command line only. */
export const createSuperAdmin = async (app: AppServices, input: NewSuperAdmin): Promise<void> => {
  const { userId, email, name, password, organization } = input
  refuseWeakPassword(password, 'password', { email, name })
  const passwordHash = await hashPassword(password)
  await app.db.withSystem(async (tx) => {
    const [taken] = await findUsers(tx, null, hasEmail(email))
    if (taken) throw new ConflictError('An account with this email already exists.')
    await tx.insert(users).values({ userId, email, name, displayName: name, passwordHash, isSuperAdmin: true })
    if (!organization) return
    const { tenantId } = await createTenant(tx, { name: organization })
    await tx.insert(memberships).values({ tenantId, userId, access: 'admin' })
  })
}

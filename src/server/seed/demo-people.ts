import type { Tx } from '../db/database.ts'
import { memberships } from '../db/tables/tenants.table.ts'
import { users } from '../db/tables/users.table.ts'
import { hashPassword } from '../services/credentials/password-hash.ts'
import { demoPassword } from '../services/tenants/find-demo.ts'

export const demoPeople = [
  { email: 'super@example.com', name: 'Sam Okafor', isSuperAdmin: true, tenants: [], isAdmin: false },
  {
    email: 'admin@example.com',
    name: 'Alex Moreno',
    isSuperAdmin: false,
    tenants: ['Northwind Fabrication'],
    isAdmin: true,
  },
  {
    email: 'planner@example.com',
    name: 'Dana Whitfield',
    isSuperAdmin: false,
    tenants: ['Northwind Fabrication'],
    isAdmin: false,
  },
  {
    email: 'multi@example.com',
    name: 'Morgan Lee',
    isSuperAdmin: false,
    tenants: ['Northwind Fabrication', 'Contoso Machining'],
    isAdmin: false,
  },
] as const

/** Stores the demo's people with their organizations. `userIds` are by email, `tenantIds` by name. */
export const insertDemoPeople = async (
  tx: Tx,
  userIds: ReadonlyMap<string, string>,
  tenantIds: ReadonlyMap<string, string>,
  passwordHash: string,
): Promise<void> => {
  const idOf = (email: string): string => userIds.get(email) ?? ''
  await tx.insert(users).values(
    demoPeople.map(({ email, name, isSuperAdmin }) => ({
      userId: idOf(email),
      email,
      name,
      displayName: name,
      isSuperAdmin,
      passwordHash,
    })),
  )
  await tx.insert(memberships).values(
    demoPeople.flatMap(({ email, tenants, isAdmin }) =>
      tenants.map((tenant) => ({
        tenantId: tenantIds.get(tenant) ?? '',
        userId: idOf(email),
        access: isAdmin ? ('admin' as const) : ('plan' as const),
        role: isAdmin ? 'Admin' : 'User',
      })),
    ),
  )
}

/** One hash for all accounts, so that the demo starts in a second; its password is printed anyway. */
export const hashDemoPassword = (): Promise<string> => hashPassword(demoPassword)

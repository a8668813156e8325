import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { dayMs } from '#domain/time/units.ts'
import type { AppServices } from '../context.ts'
import { memberships } from '../db/tables/tenants.table.ts'
import { users } from '../db/tables/users.table.ts'
import { ConflictError } from '../errors.ts'
import { hashPassword } from '../services/credentials/password-hash.ts'
import { writeTenant } from '../services/records/write-tenant.ts'
import { createTenant } from '../services/tenants/create-tenant.ts'
import { bigTenant } from './big-tenant.ts'
import { insertShop } from './insert-shop.ts'
import { northwindShifts, northwindWorkCenters } from './northwind-working-time.ts'
import { Random } from './random.ts'
import { seedContext } from './seed-context.ts'

export interface SeedBigInput {
  readonly tenantName: string
  readonly projects: number
  /** Number of operations of each project. */
  readonly operations: number
  readonly seed: number
  /** Password of the generated admin user. */
  readonly password: string
}

const slug = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || 'big'

const customers = ['Fabrikam', 'Adatum', 'Litware', 'Woodgrove', 'Proseware', 'Tailspin', 'Wingtip', 'Lucerne']

/** Adds a generated organization with its own admin; throws 409 when this admin exists already. */
export const seedBigTenant = async (
  app: AppServices,
  input: SeedBigInput,
): Promise<{ tenantId: string; userId: string; email: string }> => {
  const random = new Random(input.seed)
  const email = `admin@${slug(input.tenantName)}.example.com`
  const passwordHash = await hashPassword(input.password)
  // Users belong to no single organization, so a generated id could equal one of the demo's.
  const userId = randomUUID()
  const { tenantId } = await app.db.withSystem(async (tx) => {
    const [known] = (await tx.execute(sql`select 1 from users where lower(email) = ${email}`)).rows
    if (known) throw new ConflictError(`${email} exists already: choose another --tenant name.`)
    const tenant = await createTenant(tx, { name: input.tenantName, timeZone: 'America/Chicago' })
    await tx.insert(users).values({ userId, email, name: 'Big Admin', displayName: 'Big Admin', passwordHash })
    await tx.insert(memberships).values({ tenantId: tenant.tenantId, userId, access: 'admin', role: 'Admin' })
    return tenant
  })
  const shop = bigTenant({ ...input, nowMs: app.now().getTime() })
  const ctx = seedContext(app, tenantId, userId, 'Big Admin')
  await writeTenant(ctx, async ({ tx, record }) => {
    await insertShop(ctx, tx, shop, {
      random,
      shiftDescription: (name) => northwindShifts.find((shift) => shift.name === name)?.description ?? '',
      categoryColor: (name) => northwindWorkCenters.find((center) => name.startsWith(center.name))?.color ?? '#3498db',
      customerName: () => random.pick(customers),
      // The due instant is the end of the ship date.
      plannedShipMs: ({ dueMs }) => (dueMs === null ? null : dueMs - dayMs / 2),
      notes: () => '',
      placements: new Map(),
    })
    record.planSwitched('whole')
  })
  return { tenantId, userId, email }
}

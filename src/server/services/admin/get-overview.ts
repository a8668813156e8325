import { sql } from 'drizzle-orm'
import type { AdminOverview } from '#contract/admin.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { listMembers } from '../users/read-users.ts'

interface Sizes {
  readonly projects: number
  readonly operations: number
  readonly historyEntries: number
  readonly runs: number
  readonly openRequests: number
}

const newestSignIns = 5

const askSizes = async (ctx: TenantContext, tx: Tx): Promise<Sizes> => {
  const own = sql`where tenant_id = ${ctx.tenantId}`
  const { rows } = await tx.execute(sql`select
    (select count(*)::int from projects ${own}) as projects,
    (select count(*)::int from operations ${own}) as operations,
    (select count(*)::int from history_entries ${own}) as "historyEntries",
    (select count(*)::int from scheduling_runs ${own} and not preview) as runs,
    (select count(*)::int from access_requests ${own} and status = 'Open') as "openRequests"`)
  return rows[0] as unknown as Sizes
}

const isReady = (ctx: TenantContext): Promise<boolean> =>
  ctx.app.db.checkReady().then(
    () => true,
    () => false,
  )

/** The state of the organization and of the installation, for admins. */
export const getOverview = async (ctx: TenantContext): Promise<AdminOverview> => {
  const { db } = ctx.app
  const people = await listMembers(ctx)
  const { openRequests, ...sizes } = await db.readTenant(ctx, (tx) => askSizes(ctx, tx))
  const backup = await db.lastBackup()
  const active = people.filter(({ status }) => status === 'Active')
  return {
    people: {
      active: active.length,
      disabled: people.length - active.length,
      admins: active.filter(({ isAdmin }) => isAdmin).length,
    },
    openRequests,
    lastSignIns: people
      .flatMap(({ id, displayName, name, lastSignInAt }) =>
        lastSignInAt === null ? [] : [{ userId: id, name: displayName || name, at: lastSignInAt }],
      )
      .sort((a, b) => b.at.localeCompare(a.at))
      .slice(0, newestSignIns),
    openSessions: people.reduce((sum, { openSessions }) => sum + openSessions, 0),
    sizes,
    lastBackup: backup && { at: backup.at.toISOString(), bytes: backup.bytes },
    health: {
      engine: db.engine,
      schemaVersion: db.schemaVersion,
      uptimeSeconds: Math.floor(process.uptime()),
      ready: await isReady(ctx),
    },
  }
}

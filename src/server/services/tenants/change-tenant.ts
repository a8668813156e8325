import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { TenantOverview, TenantUpdateInput } from '#contract/tenant-administration.ts'
import type { SessionContext } from '../../context.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { requireVersion } from '../history/require-version.ts'
import { endTenantSessions } from './end-tenant-sessions.ts'
import { recordInTenant } from './record-in-tenant.ts'
import { findTenantOverview } from './tenant-overviews.ts'

interface TenantChange {
  readonly tenantId: string
  readonly input: z.infer<typeof TenantUpdateInput>
  readonly expectedVersion: number | null
}

const fields = ['name', 'status'] as const

/** Renames, archives or restores an organisation. Archiving ends the sessions in it. 404, 412. */
export const changeTenant = (
  ctx: SessionContext,
  { tenantId, input, expectedVersion }: TenantChange,
): Promise<TenantOverview> =>
  ctx.app.db.withSystem(async (tx) => {
    const wanted = eq(tenants.tenantId, tenantId)
    const [row] = await tx.select().from(tenants).where(wanted).for('no key update')
    const before = requireVersion(row, expectedVersion)
    const changes = fields
      .map((field) => ({ field, from: before[field], to: input[field] ?? before[field] }))
      .filter(({ from, to }) => from !== to)
    if (changes.length === 0) return findTenantOverview(tx, tenantId)
    const version = before.version + 1
    await tx
      .update(tenants)
      .set({ name: input.name, status: input.status, version, modifiedAt: ctx.app.now(), modifiedBy: ctx.userName })
      .where(wanted)
    await recordInTenant(ctx, tx, { tenantId, action: 'update', changes, version })
    if (input.status === 'Archived') await endTenantSessions(ctx, tx, tenantId)
    return findTenantOverview(tx, tenantId)
  })

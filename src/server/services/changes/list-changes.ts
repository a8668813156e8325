import { desc, eq } from 'drizzle-orm'
import type { Change } from '#contract/changes.ts'
import type { TenantContext } from '../../context.ts'
import { changeSets } from '../../db/tables/change-sets.table.ts'
import { readTenant } from '../../db/transaction.ts'
import { presentChanges } from './present-change.ts'

const newest = 100

/** The newest 100 change sets of the organisation. */
export const listChanges = (ctx: TenantContext): Promise<Change[]> =>
  readTenant(ctx, async (tx) => {
    const rows = await tx
      .select()
      .from(changeSets)
      .where(eq(changeSets.tenantId, ctx.tenantId))
      .orderBy(desc(changeSets.ordinal))
      .limit(newest)
    return presentChanges(ctx, tx, rows)
  })

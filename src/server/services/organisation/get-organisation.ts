import { eq } from 'drizzle-orm'
import type { Organisation } from '#contract/organisation.ts'
import type { TenantContext } from '../../context.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { readTenant } from '../../db/transaction.ts'
import { NotFoundError } from '../../errors.ts'
import { presentOrganisation } from './organisation-fields.ts'

/** The settings of the session's organisation. */
export const getOrganisation = async (ctx: TenantContext): Promise<Organisation> => {
  const [row] = await readTenant(ctx, (tx) => tx.select().from(tenants).where(eq(tenants.tenantId, ctx.tenantId)))
  if (!row) throw new NotFoundError()
  return presentOrganisation(row)
}

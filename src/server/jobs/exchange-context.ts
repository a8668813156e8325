import { type AppServices, mintTenantContext, type TenantContext } from '../context.ts'
import { requireAuthor } from '../services/exchanges/exchange-author.ts'

interface Repeating {
  readonly tenantId: string
  /** Of the data source or the scheduled export. */
  readonly id: string
  readonly name: string
  readonly createdBy: string
  readonly createdByUserId: string
}

/**
 * The context in which a data source or a scheduled export acts: in its own name, with the present rights of its author, and with the zone
 * of the organization. Throws `AuthorProblem` when the author has left or may no longer do this.
 */
export const exchangeContext = async (
  app: AppServices,
  row: Repeating,
  { action, verb, requestId }: Parameters<typeof requireAuthor>[2] & { readonly requestId: string },
): Promise<TenantContext> => {
  const { role, workCenterIds, timeZone } = await requireAuthor(app, row, { action, verb })
  return mintTenantContext({
    app,
    tenantId: row.tenantId,
    userId: row.id,
    userName: row.name,
    role,
    workCenterIds,
    timeZone,
    requestId,
    clientId: null,
    source: 'import',
  })
}

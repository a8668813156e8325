import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { AppServices } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { dataSources } from '../../db/tables/data-sources.table.ts'
import { type Claim, claimedFrom, isHeld, renewHeld } from '../exchanges/held-claim.ts'
import type { DataSourceRow } from './source-rows.ts'

/** A data source that this server runs now. */
export interface ClaimedSource extends Claim {
  readonly tenantId: string
  readonly sourceId: string
}

/** Another server has taken over the data source, or it was deleted: this one changes nothing more. */
export class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError'
}

/**
 * Claims sources that are due, so that no other server runs them at the same time. Each organization gets one at a time, so a slow source
 * delays only the other sources of its organization. The organization that has waited longest since its last run goes first.
 */
export const claimSources = (
  app: AppServices,
  { free, underWay }: { readonly free: number; readonly underWay: Iterable<ClaimedSource> },
): Promise<ClaimedSource[]> =>
  app.db.withSystem(async (tx) => {
    const now = sql`${app.now().toISOString()}::timestamptz`
    const claimedUntil = claimedFrom(app)
    const busy = sql`${sql.param([...underWay].map(({ tenantId }) => tenantId))}::uuid[]`
    const { rows } = await tx.execute<Record<'tenantId' | 'sourceId', string>>(sql`
      with due as (
        select distinct on (d.tenant_id) d.tenant_id, d.source_id, d.next_run_at,
          -- The end of the last run of any of its sources.
          (select max(o.claimed_until) from data_sources o where o.tenant_id = d.tenant_id) as last_turn
        from data_sources d join tenants t on t.tenant_id = d.tenant_id and t.status = 'Active'
        where d.next_run_at <= ${now} and d.tenant_id <> all(${busy})
          and not exists (select from data_sources o where o.tenant_id = d.tenant_id and o.claimed_until > ${now})
        order by d.tenant_id, d.claimed_until nulls first, d.next_run_at, d.source_id)
      update data_sources d set claimed_until = ${claimedUntil.toISOString()}::timestamptz
      where (d.tenant_id, d.source_id) in (
        select tenant_id, source_id from due order by last_turn nulls first, next_run_at limit ${free})
        -- Another server may have claimed it meanwhile.
        and (d.claimed_until is null or d.claimed_until <= ${now}) and d.next_run_at <= ${now}
      returning d.tenant_id as "tenantId", d.source_id as "sourceId"`)
    return rows.map(({ tenantId, sourceId }) => ({ tenantId, sourceId, until: [claimedUntil] }))
  })

/** The condition that finds a source. */
export const isSource = ({ tenantId, sourceId }: Omit<ClaimedSource, 'until'>) =>
  and(eq(dataSources.tenantId, tenantId), eq(dataSources.sourceId, sourceId))

/**
 * A claimed source, which no other server claims before the transaction ends; null when it was deleted, or when another server has claimed
 * it.
 */
export const lockClaimed = async (tx: Tx, claim: ClaimedSource): Promise<DataSourceRow | null> => {
  const [row] = await tx.select().from(dataSources).where(isSource(claim)).for('no key update')
  return row && isHeld(claim, row.claimedUntil) ? row : null
}

/** Throws `ClaimLostError` when another server has the source. Call it in the transaction that writes. */
export const requireClaim = async (tx: Tx, claim: ClaimedSource): Promise<void> => {
  if ((await lockClaimed(tx, claim)) === null) throw new ClaimLostError('Another server runs this data source')
}

/** Keeps a source for longer. False when it was deleted, or when the claim has run out: another server may have it. */
export const renewClaim = (app: AppServices, claim: ClaimedSource): Promise<boolean> =>
  renewHeld(app, claim, async (earlier, claimedUntil) => {
    const isOurs = and(inArray(dataSources.claimedUntil, [...earlier]), gt(dataSources.claimedUntil, app.now()))
    const renewed = await app.db.withSystem((tx) =>
      tx
        .update(dataSources)
        .set({ claimedUntil })
        .where(and(isSource(claim), isOurs))
        .returning({ sourceId: dataSources.sourceId }),
    )
    return renewed.length > 0
  })

/** Gives a source back that is no longer renewed, so that another server runs it at once. */
export const releaseClaim = (app: AppServices, claim: ClaimedSource): Promise<void> =>
  app.db.withSystem(async (tx) => {
    const isOurs = inArray(dataSources.claimedUntil, [...claim.until])
    await tx
      .update(dataSources)
      .set({ claimedUntil: app.now() })
      .where(and(isSource(claim), isOurs))
  })

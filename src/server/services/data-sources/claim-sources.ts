import { and, eq, gt, sql } from 'drizzle-orm'
import { minuteMs } from '#domain/time/units.ts'
import type { AppServices } from '../../context.ts'
import { dataSources } from '../../db/tables/data-sources.table.ts'

/** A data source that this server runs now. */
export interface ClaimedSource {
  readonly tenantId: string
  readonly sourceId: string
  /** Until then it is this server's. The claim is renewed while the run goes on. */
  claimedUntil: Date
}

/** A server that died loses its claims after this time. */
const claimMs = 2 * minuteMs
export const renewEveryMs = minuteMs / 2

const untilFrom = (app: AppServices): Date => new Date(app.now().getTime() + claimMs)

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
    const claimedUntil = untilFrom(app)
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
    return rows.map(({ tenantId, sourceId }) => ({ tenantId, sourceId, claimedUntil }))
  })

/** The condition that a source is still claimed by this server. */
export const isClaimed = ({ tenantId, sourceId, claimedUntil }: ClaimedSource) =>
  and(
    eq(dataSources.tenantId, tenantId),
    eq(dataSources.sourceId, sourceId),
    eq(dataSources.claimedUntil, claimedUntil),
  )

/** Keeps a source for longer. False when it was deleted, or when the claim has run out: another server may have it. */
export const renewClaim = async (app: AppServices, claim: ClaimedSource): Promise<boolean> => {
  const claimedUntil = untilFrom(app)
  const renewed = await app.db.withSystem((tx) =>
    tx
      .update(dataSources)
      .set({ claimedUntil })
      .where(and(isClaimed(claim), gt(dataSources.claimedUntil, app.now())))
      .returning({ sourceId: dataSources.sourceId }),
  )
  if (renewed.length === 0) return false
  claim.claimedUntil = claimedUntil
  return true
}

/** Gives a source back, so that another server runs it at once. */
export const releaseClaim = (app: AppServices, claim: ClaimedSource): Promise<void> =>
  app.db.withSystem(async (tx) => {
    await tx.update(dataSources).set({ claimedUntil: app.now() }).where(isClaimed(claim))
  })

import { sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/transaction.ts'

/** Projects from the first id to the last, both included; null = all. */
export type ProjectRange = { readonly first: string; readonly last: string } | null

/** About 5,000 operations, some 40 ms on the embedded database. */
const projectsPerPart = 250

interface Reading<H, P> {
  /** What is read once; its `projectIds` say what the parts are. */
  readonly head: (tx: Tx) => Promise<H & { readonly projectIds: readonly string[] }>
  readonly part: (tx: Tx, range: ProjectRange) => Promise<P>
}

const rangesOf = (projectIds: readonly string[]): ProjectRange[] => {
  const sorted = [...projectIds].sort()
  const ranges: ProjectRange[] = []
  for (let from = 0; from < sorted.length; from += projectsPerPart) {
    const ids = sorted.slice(from, from + projectsPerPart)
    ranges.push({ first: ids[0] ?? '', last: ids.at(-1) ?? '' })
  }
  return ranges
}

const planVersionOf = async (ctx: TenantContext, tx: Tx): Promise<string> => {
  const { rows } = await tx.execute<{ version: string }>(
    sql`select plan_version::text as version from tenants where tenant_id = ${ctx.tenantId}`,
  )
  return rows[0]?.version ?? ''
}

/**
 * Reads all operations of an organisation part by part, in transactions between which others have their turn at the
 * embedded database's one connection. Nobody sees half of one plan and half of another all the same: when the plan has
 * changed meanwhile, everything is read again at one instant.
 */
export const readInParts = async <H, P>(
  ctx: TenantContext,
  { head, part }: Reading<H, P>,
): Promise<{ head: H; parts: P[] }> => {
  const whole = async (tx: Tx) => ({ head: await head(tx), parts: [await part(tx, null)] })
  const begun = await readTenant(
    ctx,
    async (tx) => {
      const first = await head(tx)
      if (first.projectIds.length <= projectsPerPart)
        return { head: first, parts: [await part(tx, null)], version: null }
      return { head: first, parts: [], version: await planVersionOf(ctx, tx) }
    },
    'long',
  )
  if (begun.version === null) return begun
  const parts: P[] = []
  for (const range of rangesOf(begun.head.projectIds)) {
    parts.push(await readTenant(ctx, (tx) => part(tx, range), 'long'))
  }
  const version = await readTenant(ctx, (tx) => planVersionOf(ctx, tx))
  return version === begun.version ? { head: begun.head, parts } : readTenant(ctx, whole, 'long')
}

import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/transaction.ts'

/** Projects from the first id to the last, both included; null = all. */
export type ProjectRange = { readonly first: string; readonly last: string } | null

/** About 5,000 operations, some 40 ms on the embedded database. */
export const projectsPerPart = 250

interface Reading<H, P> {
  /** What is read once; its `projectIds` say what the parts are. */
  readonly head: (tx: Tx) => Promise<H & { readonly projectIds: readonly string[] }>
  readonly part: (tx: Tx, range: ProjectRange, head: H) => Promise<P>
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

/**
 * Reads all operations of an organisation part by part, in transactions between which others have their turn at the
 * embedded database's one connection. When the plan changes meanwhile, some parts are as before it and some as after. So the
 * head reads a change number first (`readSince`), and whoever holds the answer asks for what changed since then.
 */
export const readInParts = async <H, P>(
  ctx: TenantContext,
  { head, part }: Reading<H, P>,
): Promise<{ head: H; parts: P[] }> => {
  const begun = await readTenant(
    ctx,
    async (tx) => {
      const first = await head(tx)
      return { head: first, parts: first.projectIds.length <= projectsPerPart ? [await part(tx, null, first)] : null }
    },
    'long',
  )
  if (begun.parts) return { head: begun.head, parts: begun.parts }
  const parts: P[] = []
  for (const range of rangesOf(begun.head.projectIds)) {
    parts.push(await readTenant(ctx, (tx) => part(tx, range, begun.head), 'long'))
  }
  return { head: begun.head, parts }
}

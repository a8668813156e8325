import { and, desc, eq, gt, inArray, ne } from 'drizzle-orm'
import type { LeftItem } from '#contract/changes.ts'
import type { HistoryEntry } from '#contract/history.ts'
import { historyEntries } from '../../db/tables/history.table.ts'
import type { Scope, Target } from './kinds/kind.ts'

const nameFields = ['projectName', 'name']

/** The present or last name of a record. */
const nameOf = ({ change, present }: Target, later: readonly { changes: HistoryEntry['changes'] }[]): string => {
  if (present) return present.name
  const names = [
    ...later.flatMap(({ changes }) => changes),
    ...[...change.changes].map(([field, at]) => ({ field, ...at })),
  ]
  const found = names.find(({ field, from, to }) => nameFields.includes(field) && (from ?? to) !== null)
  return String(found?.from ?? found?.to ?? 'Something removed since')
}

/** The newest entries about some records that were written after a request's own. */
const selectSince = async ({ ctx, tx }: Scope, requestId: string, ids: readonly string[]) => {
  const inTenant = eq(historyEntries.tenantId, ctx.tenantId)
  const [last] = await tx
    .select({ historyId: historyEntries.historyId })
    .from(historyEntries)
    .where(and(inTenant, eq(historyEntries.requestId, requestId)))
    .orderBy(desc(historyEntries.historyId))
    .limit(1)
  return tx
    .select({ entityId: historyEntries.entityId, userName: historyEntries.userName, changes: historyEntries.changes })
    .from(historyEntries)
    .where(
      and(
        inTenant,
        inArray(historyEntries.entityId, [...ids]),
        ne(historyEntries.requestId, requestId),
        last && gt(historyEntries.historyId, last.historyId),
      ),
    )
    .orderBy(desc(historyEntries.historyId))
    .limit(5_000)
}

/** Gives the name, the reason and the author of each item that was left alone. */
export const listLeft = async (
  scope: Scope,
  requestId: string,
  targets: readonly Target[],
  most: number,
): Promise<LeftItem[]> => {
  const listed = targets.slice(0, most)
  if (listed.length === 0) return []
  const ids = listed.map(({ change }) => change.entityId)
  const since = Map.groupBy(await selectSince(scope, requestId, ids), ({ entityId }) => entityId)
  return listed
    .flatMap((target) =>
      target.reversal.left.map(({ field, reason }): LeftItem => {
        const later = since.get(target.change.entityId) ?? []
        const writer = later.find(({ changes }) => field === null || changes.some((one) => one.field === field))
        const isTheirs = reason === 'changed' || reason === 'gone' || reason === 'there'
        const by = isTheirs ? (writer?.userName ?? target.present?.modifiedBy ?? null) : null
        return {
          entity: target.change.entity,
          entityId: target.change.entityId,
          name: nameOf(target, later),
          field,
          by,
          reason,
        }
      }),
    )
    .slice(0, most)
}

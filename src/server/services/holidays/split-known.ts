import { and, eq, isNull } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { holidays } from '../../db/tables/holidays.table.ts'

interface Day {
  readonly name: string
  readonly date: string
}

interface SplitDays<T extends Day> {
  fresh: T[]
  duplicates: { name: string; date: string }[]
}

const keyOf = ({ name, date }: Day): string => `${date} ${name}`

/** Parts days into those the organisation does not have yet and those of the same name and date that it has. */
export const splitKnown = async <T extends Day>(
  ctx: TenantContext,
  tx: Tx,
  days: readonly T[],
): Promise<SplitDays<T>> => {
  const there = await tx
    .select({ name: holidays.name, date: holidays.date })
    .from(holidays)
    .where(and(eq(holidays.tenantId, ctx.tenantId), isNull(holidays.categoryId)))
  const known = new Set(there.map(keyOf))
  const split: SplitDays<T> = { fresh: [], duplicates: [] }
  for (const day of days) {
    if (known.has(keyOf(day))) split.duplicates.push({ name: day.name, date: day.date })
    else split.fresh.push(day)
    known.add(keyOf(day))
  }
  return split
}

import { and, asc, count, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { Category } from '#contract/categories.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { presentStamp } from '../records/record-fields.ts'
import { lockTenant } from '../records/tenant-row.ts'

type CategoryRow = typeof categories.$inferSelect

/** The stored fields of a work center as history holds them. A work center of the shop has no kind there, and no supplier. */
export const categoryFields = ({
  name,
  color,
  capacity,
  changeovers,
  shiftId,
  sequence,
  kind,
  supplier,
}: CategoryRow) => ({
  name,
  color,
  capacity,
  changeovers,
  shiftId,
  sequence,
  kind: kind === 'inside' ? null : kind,
  supplier: supplier || null,
})

/** Fields on which the plan depends. */
export const centerPlanFields: ReadonlySet<string> = new Set(['capacity', 'changeovers', 'shiftId', 'kind'])

/** A work center as the contract shows it. */
export const presentCategory = (row: CategoryRow): Category => ({
  categoryId: row.categoryId,
  ...categoryFields(row),
  kind: row.kind,
  supplier: row.supplier,
  ...presentStamp(row),
})

/** Counts the operations that use a work center or a pool. */
export const countUse = async (ctx: TenantContext, tx: Tx, categoryId: string): Promise<number> =>
  tx.$count(
    operations,
    and(
      eq(operations.tenantId, ctx.tenantId),
      or(eq(operations.categoryId, categoryId), eq(operations.poolId, categoryId)),
    ),
  )

/** The row with this id, locked until the transaction ends. */
export const lockCategory = async (
  ctx: TenantContext,
  tx: Tx,
  categoryId: string,
): Promise<CategoryRow | undefined> => {
  await lockTenant(ctx, tx)
  const [row] = await tx.select().from(categories).where(thisCategory(ctx, categoryId)).for('update')
  return row
}

export const thisCategory = (ctx: TenantContext, categoryId: string) =>
  and(eq(categories.tenantId, ctx.tenantId), eq(categories.categoryId, categoryId))

/** The work centers of the organization, by sequence, then name. */
export const listCategories = async (ctx: TenantContext): Promise<Category[]> => {
  const rows = await readTenant(ctx, (tx) =>
    tx
      .select()
      .from(categories)
      .where(eq(categories.tenantId, ctx.tenantId))
      .orderBy(asc(categories.sequence), asc(categories.name)),
  )
  return rows.map(presentCategory)
}

interface CategoryUsage {
  readonly categoryId: string
  readonly operations: number
  readonly families: string[]
}

const families = sql<
  string[]
>`coalesce(json_agg(distinct ${operations.setupFamily}) filter (where ${operations.setupFamily} <> ''), '[]')`

/** Counts the operations of each work center and pool, and lists their setup families. */
export const listCategoryUsage = async (ctx: TenantContext): Promise<CategoryUsage[]> => {
  const usesOf = (tx: Tx, column: typeof operations.categoryId | typeof operations.poolId) =>
    tx
      .select({ categoryId: column, operations: count(), families })
      .from(operations)
      .where(and(eq(operations.tenantId, ctx.tenantId), isNotNull(column)))
      .groupBy(column)
  const rows = await readTenant(ctx, async (tx) => [
    ...(await usesOf(tx, operations.categoryId)),
    ...(await usesOf(tx, operations.poolId)),
  ])
  return rows.flatMap(({ categoryId, ...used }) => (categoryId ? [{ categoryId, ...used }] : []))
}

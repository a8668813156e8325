import { type SQL, sql } from 'drizzle-orm'

/** True of a completed operation: `isCompleted` of the domain in SQL. `of` = the name that the statement gives the operations. */
export const isCompletedSql = (of?: string): SQL => {
  const own = of === undefined ? sql`` : sql`${sql.identifier(of)}.`
  return sql`(${own}actual_end_date is not null or ${own}progress_percent >= 100)`
}

import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Condition that a column has one of the values, which are one parameter: thousands of them would take seconds to pass on. */
export const isAmong = (column: PgColumn, values: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...values])}::${sql.raw(column.getSQLType() === 'uuid' ? 'uuid' : 'text')}[])`

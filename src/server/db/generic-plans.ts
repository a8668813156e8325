import { sql } from 'drizzle-orm'
import type { Tx } from './database.ts'

/**
 * For the rest of the transaction: plan statements for any organization, not for the one they name. The statistics do not
 * contain a new organization, so the database would expect a single operation and read all operations at each look-up by
 * key. Existing plans, such as those of foreign key checks, may come from almost empty tables, so they are discarded.
 */
export const preferGenericPlans = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`discard plans`)
  await tx.execute(sql`select set_config('plan_cache_mode', 'force_generic_plan', true)`)
}

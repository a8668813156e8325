import { sql } from 'drizzle-orm'
import type { Tx } from './database.ts'

/**
 * For the rest of the transaction: statements are planned for any organization, not for the one they name. Statistics know nothing
 * of a new one: the database takes all its operations for a single row, and each look-up of one by its key would read them all.
 * Plans that it keeps for checking foreign keys may be of a time when there was next to nothing: they are made anew.
 */
export const preferGenericPlans = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`discard plans`)
  await tx.execute(sql`select set_config('plan_cache_mode', 'force_generic_plan', true)`)
}

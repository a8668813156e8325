import { pgTable } from 'drizzle-orm/pg-core'
import { operationColumns } from './operations.table.ts'
import { placed } from './plans.table.ts'

/**
 * Operations with their places in a plan: the columns of `operationsInForce`, for naming them in its queries. It is not a
 * table: nothing can be selected from it alone, or written to it.
 */
export const plannedOperations = pgTable('operations', { ...operationColumns(), ...placed() })

import { pgTable } from 'drizzle-orm/pg-core'
import { operationColumns } from './operations.table.ts'
import { placed } from './plans.table.ts'

/**
 * Operations with their places in a plan, as everybody reads them: the columns of `operationsInForce`, by which they are
 * named in its queries. It is no table: nothing can be selected from it alone, or written to it.
 */
export const plannedOperations = pgTable('operations', { ...operationColumns(), ...placed() })

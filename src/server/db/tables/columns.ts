import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, customType, integer, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Placement } from '#contract/placement.ts'
import { decodePlacement, encodePlacement } from '../placement-code.ts'

/** An instant; UTC in the database, `Date` in code. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })

/** The condition of a table that work does not end before it starts; a missing date keeps it. */
export const inOrder = (start: AnyPgColumn, end: AnyPgColumn): SQL => sql`${end} >= ${start}`

/** First column of every key of a table that holds an organization's data. */
export const tenantId = () => uuid('tenant_id').notNull()

/** Version and last change of a record. `version` counts the changes and is the value of If-Match. */
export const recordColumns = () => ({
  version: integer('version').notNull().default(1),
  createdAt: instant('created_at').notNull().defaultNow(),
  modifiedAt: instant('modified_at').notNull().defaultNow(),
  modifiedBy: text('modified_by').notNull().default(''),
})

/** A column of reasons. */
export const placementCode = customType<{ data: Placement; driverData: Uint8Array | string }>({
  dataType: () => 'bytea',
  toDriver: (placement) => Buffer.from(encodePlacement(placement).slice(2), 'hex'),
  fromDriver: decodePlacement,
})

import { foreignKey, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, tenantId } from './columns.ts'
import { tenants } from './tenants.table.ts'

/**
 * Tablets on the shop floor, each for some work centers. Only hashes of its code and of its cookie's value are stored. A work center
 * that is deleted is ignored, and counts again when its deletion is undone.
 */
export const floorDevices = pgTable(
  'floor_devices',
  {
    tenantId: tenantId(),
    deviceId: uuid('device_id').notNull(),
    name: text('name').notNull(),
    categoryIds: jsonb('category_ids').$type<readonly string[]>().notNull(),
    createdAt: instant('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    /** Of the code that signs it in once; null = it has none, or was used. */
    codeHash: text('code_hash'),
    codeExpiresAt: instant('code_expires_at'),
    /** Of its cookie; null = it is not signed in. */
    credentialHash: text('credential_hash'),
    signedInAt: instant('signed_in_at'),
    /** Written at most once a minute. */
    lastSeenAt: instant('last_seen_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.deviceId] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.tenantId] }).onDelete('cascade'),
    index('floor_devices_code').on(table.codeHash),
    index('floor_devices_credential').on(table.credentialHash),
  ],
)

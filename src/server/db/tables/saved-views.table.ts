import { boolean, foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ViewScreen, ViewSearch } from '#contract/saved-views.ts'
import { recordColumns, tenantId } from './columns.ts'
import { tenants } from './tenants.table.ts'

/** A named state of a list screen, private or shared in the organization. */
export const savedViews = pgTable(
  'saved_views',
  {
    tenantId: tenantId(),
    viewId: uuid('view_id').notNull(),
    ownerId: uuid('owner_id').notNull(),
    ownerName: text('owner_name').notNull(),
    screen: text('screen').$type<ViewScreen>().notNull(),
    name: text('name').notNull(),
    search: jsonb('search').$type<ViewSearch>().notNull(),
    shared: boolean('shared').notNull().default(false),
    ...recordColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.viewId] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.tenantId] }).onDelete('cascade'),
    uniqueIndex('saved_views_name').on(table.tenantId, table.ownerId, table.screen, table.name),
    index('saved_views_screen').on(table.tenantId, table.screen),
  ],
)

/** The view a person starts a screen with. */
export const savedViewDefaults = pgTable(
  'saved_view_defaults',
  {
    tenantId: tenantId(),
    userId: uuid('user_id').notNull(),
    screen: text('screen').$type<ViewScreen>().notNull(),
    viewId: uuid('view_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId, table.screen] }),
    foreignKey({
      columns: [table.tenantId, table.viewId],
      foreignColumns: [savedViews.tenantId, savedViews.viewId],
    }).onDelete('cascade'),
  ],
)

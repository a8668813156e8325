import { foreignKey, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { HistoryEntity, HistoryEntry } from '#contract/history.ts'
import type { HistorySource } from '#contract/vocabulary.ts'
import { instant, tenantId } from './columns.ts'
import { tenants } from './tenants.table.ts'

/** History entries are written in the transaction of their cause and never changed. */
export const historyEntries = pgTable(
  'history_entries',
  {
    tenantId: tenantId(),
    historyId: uuid('history_id').notNull(),
    at: instant('at').notNull().defaultNow(),
    userId: uuid('user_id'),
    userName: text('user_name').notNull(),
    source: text('door').$type<HistorySource>().notNull(),
    entity: text('entity').$type<HistoryEntity>().notNull(),
    entityId: uuid('entity_id').notNull(),
    projectId: uuid('project_id'),
    action: text('action').$type<HistoryEntry['action']>().notNull(),
    changes: jsonb('changes').$type<HistoryEntry['changes']>().notNull(),
    requestId: text('request_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.historyId] }),
    foreignKey({
      columns: [table.tenantId],
      foreignColumns: [tenants.tenantId],
    }).onDelete('cascade'),
    index('history_entity').on(table.tenantId, table.entity, table.entityId, table.at),
    index('history_at').on(table.tenantId, table.at, table.historyId),
    index('history_request').on(table.tenantId, table.requestId),
    index('history_project').on(table.tenantId, table.projectId, table.at),
  ],
)

import { boolean, foreignKey, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { HistorySource } from '#contract/vocabulary.ts'
import type { LineSummary } from '#domain/changes/summarize-lines.ts'
import type { UndoRight } from '#domain/changes/undoable.ts'
import { instant, tenantId } from './columns.ts'
import { tenants } from './tenants.table.ts'

export interface StoredSummary extends LineSummary {
  /** The author of the data source that made the changes, when it was deleted; absent otherwise. */
  readonly sourceAuthorId?: string
}

/** The changes of one request or run that can be undone. Its lines are the history entries with its id as `request_id`. */
export const changeSets = pgTable(
  'change_sets',
  {
    tenantId: tenantId(),
    changeId: text('change_id').notNull(),
    /** Newer change sets have greater values, even within one millisecond. */
    ordinal: uuid('ordinal').notNull(),
    at: instant('at').notNull(),
    userId: uuid('user_id').notNull(),
    userName: text('user_name').notNull(),
    source: text('door').$type<HistorySource>().notNull(),
    summary: jsonb('summary').$type<StoredSummary>().notNull(),
    undoRight: text('undo_right').$type<UndoRight>().notNull(),
    undone: boolean('undone').notNull().default(false),
    /** `request_id` of the latest undo or redo, and its place in time; null = neither has happened. */
    tipId: text('tip_id'),
    tipOrdinal: uuid('tip_ordinal'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.changeId] }),
    foreignKey({
      columns: [table.tenantId],
      foreignColumns: [tenants.tenantId],
    }).onDelete('cascade'),
    index('change_sets_ordinal').on(table.tenantId, table.ordinal),
    index('change_sets_user').on(table.tenantId, table.userId, table.ordinal),
  ],
)

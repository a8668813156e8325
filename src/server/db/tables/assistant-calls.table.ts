import { foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { AssistantCall } from '#contract/assistants.ts'
import { instant, tenantId } from './columns.ts'
import { tenants } from './tenants.table.ts'

/**
 * What assistants asked and did, without secrets. The sweep deletes calls after 90 days, and the oldest of an organization beyond 5,000
 * (`keptAssistantCalls`). The ids sort by time.
 */
export const assistantCalls = pgTable(
  'assistant_calls',
  {
    tenantId: tenantId(),
    callId: uuid('call_id').notNull(),
    at: instant('at').notNull(),
    /** Owner of the token. */
    userId: uuid('user_id').notNull(),
    userName: text('user_name').notNull(),
    tokenName: text('token_name').notNull(),
    tool: text('tool').notNull(),
    asked: text('asked').notNull(),
    outcome: text('outcome').$type<AssistantCall['outcome']>().notNull(),
    answer: text('answer').notNull(),
    proposalId: uuid('proposal_id'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.callId] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.tenantId] }).onDelete('cascade'),
    index('assistant_calls_user').on(table.tenantId, table.userId, table.callId),
  ],
)

import { foreignKey, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { RepeatedOperation } from '#domain/operations/repeat-operations.ts'
import { recordColumns, tenantId } from './columns.ts'
import { tenants } from './tenants.table.ts'

/** Operations of a product that is made again and again. */
export const routingTemplates = pgTable(
  'routing_templates',
  {
    tenantId: tenantId(),
    templateId: uuid('template_id').notNull(),
    name: text('name').notNull(),
    /** Their ids link them with each other and are of no stored operation. */
    operations: jsonb('operations').$type<readonly RepeatedOperation[]>().notNull(),
    ...recordColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.templateId] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.tenantId] }).onDelete('cascade'),
    uniqueIndex('routing_templates_name').on(table.tenantId, table.name),
  ],
)

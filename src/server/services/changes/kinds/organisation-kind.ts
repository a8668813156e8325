import { eq } from 'drizzle-orm'
import { tenants } from '../../../db/tables/tenants.table.ts'
import { writeSettings } from '../../../db/write-settings.ts'
import { organisationFields, organisationPlanFields } from '../../organisation/settings.ts'
import { changedStamp, diffFields } from '../../records/record-fields.ts'
import type { Kind } from './kind.ts'

/** The settings of the organisation: one row, which is neither made nor removed here. */
export const organisationKind: Kind = {
  load: async ({ ctx, tx }) => {
    const [row] = await tx.select().from(tenants).where(eq(tenants.tenantId, ctx.tenantId))
    if (!row) return new Map()
    return new Map([[row.tenantId, { fields: organisationFields(row), name: row.name, modifiedBy: row.modifiedBy }]])
  },
  store: async ({ ctx, tx, record }, targets) => {
    for (const { reversal } of targets) {
      const [before] = await tx.select().from(tenants).where(eq(tenants.tenantId, ctx.tenantId))
      if (!before) return
      const after = await writeSettings(ctx, tx, { ...reversal.fields, ...changedStamp(ctx, before) })
      if (!after) return
      const changes = diffFields(organisationFields(before), organisationFields(after))
      record.history({ entity: 'organisation', entityId: ctx.tenantId, action: 'update', changes })
      record.changed('organisation', { id: ctx.tenantId, version: after.version })
      if (changes.some(({ field }) => organisationPlanFields.has(field))) {
        record.workingTimeChanged('organisation', after.name)
      }
    }
  },
  remove: () => Promise.resolve(),
}

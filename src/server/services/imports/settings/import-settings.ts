import type { ResponseOf } from '#contract/endpoint.ts'
import type {
  commitSettingsImport as commitCall,
  SettingsCommit,
  SettingsPreview,
  SettingsTable,
} from '#contract/imports.ts'
import type { TenantContext } from '../../../context.ts'
import { readTenant } from '../../../db/read-tenant.ts'
import { ConflictError, RuleError } from '../../../errors.ts'
import { lockTenant } from '../../records/tenant-row.ts'
import { writeTenant } from '../../records/write-tenant.ts'
import { askInTurn } from '../../scheduling/ask-in-turn.ts'
import { prepareDates } from '../prepare-dates.ts'
import { rememberColumns } from '../remember-columns.ts'
import { presentRows } from '../row-outcomes.ts'
import { planSettings, type SettingsPlan } from './plan-settings.ts'

const recordsOf = ({ writes }: SettingsPlan) => {
  const create = writes.filter(({ id }) => id === null).length
  return { create, update: writes.length - create }
}

/** Previews an import of the table without storing anything. */
export const previewSettingsImport = async (
  ctx: TenantContext,
  { table }: { readonly table: SettingsTable },
): Promise<SettingsPreview> => {
  const plan = await askInTurn(ctx, 'table', async () => {
    await prepareDates(table)
    return readTenant(ctx, (tx) => planSettings(ctx, tx, table))
  })
  return { ...presentRows(plan), records: recordsOf(plan) }
}

/**
 * Imports the table in one transaction and one change set, with `import` as the source in history. 409 when it would do something
 * else than the preview showed, 422 when rows have errors that are not left out.
 */
export const commitSettingsImport = async (
  ctx: TenantContext,
  { input }: { readonly input: SettingsCommit },
): Promise<ResponseOf<typeof commitCall>> => {
  await prepareDates(input)
  const importing: TenantContext = { ...ctx, source: 'import' }
  return writeTenant(importing, async (write) => {
    await lockTenant(importing, write.tx)
    const plan = await planSettings(importing, write.tx, input)
    if (plan.seen !== input.seen) {
      throw new ConflictError('Something changed since this was checked. Look at the rows again.')
    }
    const { counts } = presentRows(plan)
    if (counts.failed > 0 && !input.leavesOutFailed) {
      throw new RuleError('Some rows have errors. Correct them, or leave them out.')
    }
    if (plan.writes.length === 0) throw new RuleError('There is nothing to import.')
    for (const { store } of plan.writes) await store(write)
    await rememberColumns(write, input, input.kind)
    return { counts, records: recordsOf(plan) }
  })
}

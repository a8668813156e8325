import type { OperationListRow } from '#contract/operation-lists.ts'
import type { TenantContext } from '#server/context.ts'
import { listOperationRows } from '#server/services/operation-lists/list-operation-rows.ts'
import type { OperationSelection } from '#server/services/operation-lists/operation-query.ts'

/** The rows of all pages of an operations list. */
export const everyOperationRow = async (
  ctx: TenantContext,
  selection: OperationSelection = {},
): Promise<OperationListRow[]> => {
  const rows: OperationListRow[] = []
  for (;;) {
    const page = await listOperationRows(ctx, { ...selection, offset: rows.length, limit: 200 })
    rows.push(...page.rows)
    if (rows.length >= page.total) return rows
    if (page.rows.length === 0) throw new Error(`Only ${rows.length} of ${page.total} operations are listed`)
  }
}

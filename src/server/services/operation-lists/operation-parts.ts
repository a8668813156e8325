import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import type { OperationSelection } from './operation-query.ts'
import { readWindow } from './operation-window.ts'
import { readOperationRows } from './read-operation-rows.ts'
import { querySelection } from './select-operations-list.ts'

const rowsPerRead = 1_000
/** A small first part, so that a download starts at once. */
const firstRows = 100

type Rows = Awaited<ReturnType<typeof readOperationRows>>

/** All matching operations in the order of the list, read in parts, with the zone of the organization. */
export async function* operationParts(
  ctx: TenantContext,
  selection: OperationSelection,
): AsyncGenerator<{ readonly rows: Rows; readonly timeZone: string }> {
  const { ids, facts } = await querySelection(ctx, selection, async (tx, found) => ({
    facts: found,
    ids: await readWindow(tx, selection, found, { offset: 0, limit: null }),
  }))
  const read = (part: readonly string[]) => {
    const rows = readTenant(ctx, (tx) => readOperationRows(tx, facts, part, selection.riskDays))
    // The reader may have left before the rows are used, so a failure must not stay unhandled.
    rows.catch(() => undefined)
    return rows
  }
  let part = ids.slice(0, firstRows)
  let reading = read(part)
  for (let next = part.length; part.length > 0; ) {
    const rows = await reading
    part = ids.slice(next, next + rowsPerRead)
    next += part.length
    // The database reads the next part while this part is used.
    if (part.length > 0) reading = read(part)
    yield { rows, timeZone: facts.timeZone }
  }
}

import { sql } from 'drizzle-orm'
import type { Placement } from '#contract/placement.ts'
import type { OperationStatus } from '#contract/vocabulary.ts'
import type { Tx } from '../../db/database.ts'
import { operationsOfIds, readJson } from './plan-rows.ts'

/** What only the rows on screen need, fresh from the table. */
export interface OperationDetails {
  readonly operationId: string
  readonly name: string
  readonly status: OperationStatus
  readonly progressPercent: number
  readonly durationHours: number
  readonly sequence: number
  readonly onHold: boolean
  readonly pinned: boolean
  readonly notes: string
  readonly placement: Placement | null
  readonly version: number
}

/** Details of the operations that are there, by id. */
export const readDetails = async (
  tx: Tx,
  tenantId: string,
  operationIds: readonly string[],
): Promise<Map<string, OperationDetails>> => {
  const rows = await readJson<OperationDetails>(
    tx,
    sql`select json_build_object('operationId', operation_id, 'name', name, 'status', status,
        'progressPercent', progress_percent, 'durationHours', duration_hours, 'sequence', sequence, 'onHold', on_hold,
        'pinned', pinned, 'notes', notes, 'placement', placement, 'version', version) as r
      from ${operationsOfIds(tenantId, operationIds)}`,
  )
  return new Map(rows.map((row) => [row.operationId, row]))
}

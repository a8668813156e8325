import type { z } from 'zod/mini'
import type { RunEvent } from '#contract/live-events.ts'
import type { Tx } from '../../db/database.ts'
import { notify } from '../../db/notify.ts'
import { changesChannel } from '../records/store-history.ts'
import { presentRun, type RunRow } from './present-run.ts'

const maxPayloadBytes = 7_900

/**
 * Sends the state of a run to every browser of its organization when the transaction commits. Lists that do not fit into
 * one message are left out, and browsers that need them load the run.
 */
export const announceRun = async (tx: Tx, row: RunRow): Promise<void> => {
  const run = presentRun(row)
  const payload = (event: z.infer<typeof RunEvent>) => JSON.stringify({ tenantId: row.tenantId, event })
  const whole = payload({ type: 'run', run })
  const fits = Buffer.byteLength(whole) <= maxPayloadBytes
  await notify(
    tx,
    changesChannel,
    fits ? whole : payload({ type: 'run', run: { ...run, recent: [], recentLateness: undefined, violations: [] } }),
  )
}

import { randomUUID } from 'node:crypto'
import type { AppServices } from '../context.ts'
import { endedJobs, within } from '../measure.ts'
import { scheduledExportsChannel } from '../services/scheduled-exports/manage-scheduled-exports.ts'
import type { ExportRow } from '../services/scheduled-exports/read-scheduled-exports.ts'
import {
  type ClaimedExport,
  claimExports,
  renewExport,
  sendClaimedExport,
} from '../services/scheduled-exports/send-export.ts'
import { FairTurns } from '../services/scheduling/fair-turns.ts'
import { exchangeContext } from './exchange-context.ts'
import { holdClaim } from './hold-claim.ts'
import { listeningJob } from './listening-job.ts'
import type { RunnerLog } from './runner-log.ts'
import { systemContext } from './system-context.ts'
import { workInSlots } from './work-in-slots.ts'

/** Interval for exports that are due by the clock, and for those whose announcement was missed. */
const everyMs = 15_000
/** Exports that one server sends at the same time, each of another organization. Waiting for a receiver costs little. */
const sentAtOnce = 16
/** Files that one server makes at the same time. */
const madeAtOnce = 4

/**
 * Sends exports of dates by their schedules, and when a planner asks for it. Any number of processes may do this, because an export is
 * claimed before it is sent. `round` ends when no export is due or under way.
 */
export const sendScheduledExports = (
  app: AppServices,
  log: RunnerLog,
): { close(): Promise<void>; round(): Promise<void> } => {
  const stopping = new AbortController()
  const failed = (error: unknown) => log.error({ err: error }, 'Could not send a scheduled export')

  const making = new FairTurns(madeAtOnce)
  const contextOf = (row: ExportRow, requestId: string) =>
    exchangeContext(app, { ...row, id: row.exportId }, { action: 'importWork', verb: 'send dates', requestId })

  const send = async (claimed: ClaimedExport): Promise<void> => {
    const requestId = `scheduled-export-${randomUUID()}`
    const ctx = systemContext(app, claimed.tenantId, requestId)
    const beganMs = performance.now()
    const { signal, stop: letGo } = holdClaim({
      renew: () => renewExport(app, claimed),
      lostBecause: 'Another server sends this export',
      stopping: stopping.signal,
    })
    await within({ work: ctx, name: 'scheduledExport' }, () =>
      sendClaimedExport(ctx, { claimed, contextOf: (row) => contextOf(row, requestId), making, signal }),
    ).finally(letGo)
    endedJobs.publish({ work: ctx, job: 'scheduledExport', ms: performance.now() - beganMs })
  }
  const { wake, round, stop } = workInSlots<ClaimedExport>({
    most: sentAtOnce,
    work: send,
    failed,
    claim: (free, underWay) => claimExports(app, { free, underWay }),
  })
  const job = listeningJob(app, log, {
    name: 'scheduled exports',
    channel: scheduledExportsChannel,
    everyMs,
    work: async () => wake(),
  })

  return {
    round,
    close: async () => {
      stopping.abort()
      await job.close()
      await stop()
    },
  }
}

import type { AppServices } from '../context.ts'
import { evaluateLateness, findUnevaluated } from '../services/projects/notify-of-lateness.ts'
import { planChannel } from '../services/records/write-tenant.ts'
import { listeningJob } from './listening-job.ts'
import type { RunnerLog } from './runner-log.ts'
import { systemContext } from './system-context.ts'

/** A plan that is being edited is judged after this time without a change. */
const defaultQuietMs = 1_500
/** Interval for changes whose message was missed, and for new days. */
const everyMs = 60_000

/**
 * Notifies people of projects that become late or recover: soon after the plan or its forecast changed, and every minute
 * for missed changes. Any number of processes may do this: the database stores what was sent. `close` waits for the
 * current check.
 */
export const watchLateness = (app: AppServices, log: RunnerLog, quietMs = defaultQuietMs): { close(): Promise<void> } =>
  listeningJob(app, log, {
    name: 'lateness',
    channel: planChannel,
    quietMs,
    waitsForLast: true,
    everyMs,
    round: () => findUnevaluated(app),
    work: (tenantId) => evaluateLateness(systemContext(app, tenantId, 'lateness')),
  })

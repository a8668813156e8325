import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { AppServices } from '../context.ts'
import { endedJobs, within } from '../measure.ts'
import { claimRun, type RunClaim } from '../services/scheduling-runs/claim-run.ts'
import { recoverRuns } from '../services/scheduling-runs/recover-runs.ts'
import { type RunCall, runsChannel } from '../services/scheduling-runs/run-channel.ts'
import { executeRun, type RunControls } from './execute-run.ts'
import { everything, listeningJob } from './listening-job.ts'
import type { RunnerLog } from './runner-log.ts'

/** One core stays free for the people who are working. */
const maxRuns = Math.max(1, Math.min(2, availableParallelism() - 1))
/** Messages wake the runner; this interval is for missed messages, and for runs that a stopped server left behind. */
const everyMs = 5_000

interface Active extends RunControls {
  readonly done: Promise<void>
}

/**
 * Starts processing scheduling runs in this process, one or two at a time, oldest first; any number of processes may do
 * this. `close` stops the current runs (reported Failed, the plan unchanged) and resolves within about two seconds. `count` = how many runs
 * this process computes now.
 */
export const startRunner = (app: AppServices, log: RunnerLog): { count(): number; close(): Promise<void> } => {
  const workerId = randomUUID()
  const active = new Map<string, Active>()
  let isClosing = false

  const execute = (claim: RunClaim): void => {
    const controls: RunControls = { stop: new AbortController(), endSearch: new AbortController() }
    const startedMs = performance.now()
    const done = within({ work: claim, name: 'run' }, () => executeRun(app, claim, controls, log))
      .catch((error) => log.error({ runId: claim.runId, err: error }, 'A scheduling run could not be ended'))
      .finally(() => {
        active.delete(claim.runId)
        endedJobs.publish({ work: claim, job: 'run', ms: performance.now() - startedMs })
        job.wake(everything)
      })
    active.set(claim.runId, { ...controls, done })
    if (isClosing) controls.stop.abort('shutdown')
  }
  const job = listeningJob(app, log, {
    name: 'runs',
    channel: runsChannel,
    everyMs,
    hear: (message) => {
      const call = JSON.parse(message) as RunCall
      const asked = active.get(call.runId)
      if (call.kind === 'cancel') asked?.stop.abort('cancel')
      if (call.kind === 'endSearch') asked?.endSearch.abort()
      return call.kind === 'queued' ? everything : null
    },
    round: async () => {
      const runs = await recoverRuns(app, workerId)
      if (runs > 0) log.info({ runs }, 'Reported scheduling runs that a stopped server had left behind')
      return [everything]
    },
    /** Claims as many waiting runs as there is room for. */
    work: async () => {
      while (!isClosing && active.size < maxRuns) {
        const claim = await claimRun(app, workerId)
        if (!claim) return
        execute(claim)
      }
    },
  })

  return {
    count: () => active.size,
    close: async () => {
      isClosing = true
      await job.close()
      for (const { stop } of active.values()) stop.abort('shutdown')
      await Promise.all([...active.values()].map(({ done }) => done))
    },
  }
}

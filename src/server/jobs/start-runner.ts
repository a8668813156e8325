import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { AppServices } from '../context.ts'
import { endedJobs, within } from '../measure.ts'
import { claimRun, type RunClaim } from '../services/scheduling-runs/claim-run.ts'
import { recoverRuns } from '../services/scheduling-runs/recover-runs.ts'
import { type RunCall, runsChannel } from '../services/scheduling-runs/run-channel.ts'
import { executeRun, type RunControls } from './execute-run.ts'
import type { RunnerLog } from './runner-log.ts'

/** One core stays free for the people who are working. */
const maxRuns = Math.max(1, Math.min(2, availableParallelism() - 1))
/** Messages wake the runner; these intervals are for missed messages. */
const claimEveryMs = 5_000
const recoverEveryMs = 15_000

interface Active extends RunControls {
  readonly done: Promise<void>
}

class Runner {
  readonly #app: AppServices
  readonly #log: RunnerLog
  readonly #workerId = randomUUID()
  readonly #active = new Map<string, Active>()
  readonly #timers: NodeJS.Timeout[]
  readonly #listening: Promise<() => Promise<void>>
  #claiming: Promise<void> | null = null
  #recovering: Promise<void> = Promise.resolve()
  #again = false
  #closing = false

  constructor(app: AppServices, log: RunnerLog) {
    this.#app = app
    this.#log = log
    this.#listening = app.db.listen(runsChannel, {
      onMessage: (payload) => this.#hear(JSON.parse(payload) as RunCall),
      onGap: () => this.#wake(),
    })
    this.#listening.then(
      () => this.#wake(),
      (error) => log.error({ err: error }, 'Cannot listen for scheduling runs; asking every few seconds instead'),
    )
    this.#timers = [setInterval(() => this.#wake(), claimEveryMs), setInterval(() => this.#recover(), recoverEveryMs)]
    this.#recover()
  }

  #hear(call: RunCall): void {
    const active = call.kind === 'queued' ? undefined : this.#active.get(call.runId)
    if (call.kind === 'cancel') active?.stop.abort('cancel')
    else if (call.kind === 'endSearch') active?.endSearch.abort()
    else this.#wake()
  }

  /** Claims as many waiting runs as there is room for; a call during a claim causes one more claim afterwards. */
  #wake(): void {
    this.#again = true
    this.#claiming ??= this.#claim()
      .catch((error) => this.#log.error({ err: error }, 'Could not claim a scheduling run'))
      .finally(() => {
        this.#claiming = null
      })
  }

  async #claim(): Promise<void> {
    while (this.#again) {
      this.#again = false
      while (!this.#closing && this.#active.size < maxRuns) {
        const claim = await claimRun(this.#app, this.#workerId)
        if (!claim) break
        this.#execute(claim)
      }
    }
  }

  #execute(claim: RunClaim): void {
    const controls: RunControls = { stop: new AbortController(), endSearch: new AbortController() }
    const startedMs = performance.now()
    const done = within({ work: claim, name: 'run' }, () => executeRun(this.#app, claim, controls, this.#log))
      .catch((error) => this.#log.error({ runId: claim.runId, err: error }, 'A scheduling run could not be ended'))
      .finally(() => {
        this.#active.delete(claim.runId)
        endedJobs.publish({ work: claim, job: 'run', ms: performance.now() - startedMs })
        if (!this.#closing) this.#wake()
      })
    this.#active.set(claim.runId, { ...controls, done })
    if (this.#closing) controls.stop.abort('shutdown')
  }

  #recover(): void {
    this.#recovering = this.#recovering.then(() => this.#takeUp())
  }

  /** Ends the runs that a stopped server left running. */
  async #takeUp(): Promise<void> {
    if (this.#closing) return
    try {
      const runs = await recoverRuns(this.#app, this.#workerId)
      if (runs > 0) this.#log.info({ runs }, 'Reported scheduling runs that a stopped server had left behind')
    } catch (error) {
      this.#log.error({ err: error }, 'Could not look for scheduling runs that were left behind')
    }
  }

  /** How many runs this process computes now. */
  count(): number {
    return this.#active.size
  }

  async close(): Promise<void> {
    this.#closing = true
    for (const timer of this.#timers) clearInterval(timer)
    await this.#claiming
    await this.#recovering
    for (const { stop } of this.#active.values()) stop.abort('shutdown')
    await Promise.all([...this.#active.values()].map(({ done }) => done))
    const stopListening = await this.#listening.catch(() => undefined)
    await stopListening?.()
  }
}

/**
 * Starts processing scheduling runs in this process, one or two at a time, oldest first; any number of processes may do
 * this. `close` stops the current runs (reported Failed, the plan unchanged) and resolves within about two seconds.
 */
export const startRunner = (app: AppServices, log: RunnerLog): { count(): number; close(): Promise<void> } =>
  new Runner(app, log)

import type { AppServices } from '../context.ts'
import { announceRun } from '../services/scheduling-runs/announce-run.ts'
import type { RunClaim } from '../services/scheduling-runs/claim-run.ts'
import type { RunRow } from '../services/scheduling-runs/present-run.ts'
import { type RunOrder, type RunProgress, renewLease } from '../services/scheduling-runs/renew-lease.ts'
import { runContext } from './run-context.ts'

const tickMs = 200
const storeEveryMs = 1_000

/**
 * Keeps a claimed run alive: renews its lease and stores its progress every second, announces progress to the browsers up
 * to five times a second, and calls `onOrder` when somebody wants something
 * of the run, or it is no longer ours.
 */
export class RunReporter {
  progress: RunProgress = {}
  readonly #app: AppServices
  readonly #claim: RunClaim
  readonly #onOrder: (order: RunOrder) => void
  readonly #timer: NodeJS.Timeout
  #row: RunRow | null = null
  #announced: RunProgress | null = null
  #storedAtMs = 0
  #working: Promise<void> | null = null

  constructor(app: AppServices, claim: RunClaim, onOrder: (order: RunOrder) => void) {
    this.#app = app
    this.#claim = claim
    this.#onOrder = onOrder
    this.#timer = setInterval(() => this.#tick(), tickMs)
  }

  /** Ends the reports and waits for the current one. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#working
  }

  #tick(): void {
    if (this.#working) return
    // A short outage of the database costs a report, not the run: the lease outlasts 20 reports.
    this.#working = this.#report()
      .catch(() => undefined)
      .finally(() => {
        this.#working = null
      })
  }

  async #report(): Promise<void> {
    const progress = this.progress
    const nowMs = performance.now()
    if (this.#row === null || nowMs - this.#storedAtMs >= storeEveryMs) {
      const { state, row } = await renewLease(runContext(this.#app, this.#claim), this.#claim, progress)
      this.#storedAtMs = nowMs
      this.#row = row
      this.#announced = progress
      if (state !== 'held') this.#onOrder(state)
    } else if (progress !== this.#announced) {
      const row = { ...this.#row, progress }
      // This only announces the progress and stores nothing.
      await this.#app.db.readSystem((tx) => announceRun(tx, row))
      this.#announced = progress
    }
  }
}

import type { AppServices } from '../context.ts'
import { endedJobs } from '../measure.ts'
import { keepOdds } from '../services/forecasts/keep-odds.ts'
import { computingJob } from './computing-job.ts'
import type { RunnerLog } from './runner-log.ts'

/** Later than the remedies, because they are shown first. */
const defaultQuietMs = 4_000

/** Keeps the odds of projects and operations. */
export const keepOddsCurrent = (app: AppServices, log: RunnerLog, quietMs = defaultQuietMs) =>
  computingJob(app, log, {
    name: 'odds',
    quietMs,
    compute: async (ctx, signal) => {
      await keepOdds(ctx, signal)
      return 'done'
    },
    failed: { message: 'Could not compute the odds of projects and operations', outcome: 'done' },
    onEnd: (work, ms) => endedJobs.publish({ work, job: 'odds', ms }),
  })

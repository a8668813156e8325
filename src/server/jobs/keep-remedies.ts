import type { AppServices } from '../context.ts'
import { keepRemedies } from '../services/forecasts/keep-remedies.ts'
import { computingJob } from './computing-job.ts'
import type { RunnerLog } from './runner-log.ts'

/** Long enough for the forecast of the change to be there. */
const defaultQuietMs = 2_000

/**
 * Keeps what would help late projects, so that the dashboard, the lists and the panel of a project show the same next step without
 * waiting.
 */
export const keepRemediesCurrent = (app: AppServices, log: RunnerLog, quietMs = defaultQuietMs) =>
  computingJob(app, log, {
    name: 'remedies',
    quietMs,
    compute: keepRemedies,
    failed: { message: 'Could not compute what would help late projects', outcome: 'slow' },
  })

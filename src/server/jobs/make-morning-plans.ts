import { randomUUID } from 'node:crypto'
import { minuteMs } from '#domain/time/units.ts'
import type { AppServices } from '../context.ts'
import { endedJobs, within } from '../measure.ts'
import { findMorningPlansDue } from '../services/morning-plan/find-due.ts'
import { makeMorningPlan } from '../services/morning-plan/make-morning-plan.ts'
import { clockJob } from './clock-job.ts'
import type { RunnerLog } from './runner-log.ts'
import { systemContext } from './system-context.ts'

/** Makes the morning plans that are due, one organization after the other. What fails is logged, and the rest goes on. */
export const makeDueMorningPlans = async (
  app: AppServices,
  log: RunnerLog,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> => {
  const due = await findMorningPlansDue(app).catch((error: unknown) => {
    log.error({ err: error }, 'Could not look for morning plans that are due')
    return []
  })
  for (const tenantId of due) {
    if (signal.aborted) return
    const ctx = systemContext(app, tenantId, `morning-plan-${randomUUID()}`, 'run')
    const beganMs = performance.now()
    await within({ work: ctx, name: 'morningPlan' }, () => makeMorningPlan(ctx, signal)).catch((error: unknown) =>
      log.error({ tenantId, err: error }, 'Could not make the morning plan of an organization'),
    )
    endedJobs.publish({ work: ctx, job: 'morningPlan', ms: performance.now() - beganMs })
  }
}

/** Makes morning plans by the clock of each organization. Any number of servers may do this: each plan is made by one. */
export const makeMorningPlans = (app: AppServices, log: RunnerLog): { close(): Promise<void> } =>
  clockJob({
    firstAfterMs: minuteMs / 3,
    everyMs: minuteMs,
    round: (signal) => makeDueMorningPlans(app, log, signal),
  })

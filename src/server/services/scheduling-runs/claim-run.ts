import { sql } from 'drizzle-orm'
import type { RunEffort } from '#contract/vocabulary.ts'
import type { AppServices } from '../../context.ts'

/** Length of a lease in seconds. The worker on a run renews it every second. */
export const leaseSeconds = 20

export interface RunClaim {
  readonly tenantId: string
  readonly runId: string
  /** null = all projects, or `projectIds`. */
  readonly projectId: string | null
  /** The projects of a run over some projects. */
  readonly projectIds: readonly string[] | null
  readonly preview: boolean
  readonly seed: number
  readonly effort: RunEffort
  readonly startedBy: string
  readonly startedByUserId: string
  readonly workerId: string
}

const isWaiting = sql`status = 'Running' and worker_id is null`

/**
 * Claims the run of any organization that has waited longest, for `workerId`. null when none waits.
 * An organization has at most one run, so this order is fair.
 */
export const claimRun = async (app: AppServices, workerId: string): Promise<RunClaim | null> => {
  // Most of the time no run waits.
  const { rows: waiting } = await app.db.readSystem((tx) =>
    tx.execute(sql`select from scheduling_runs where ${isWaiting} limit 1`),
  )
  if (waiting.length === 0) return null
  return app.db.withSystem(async (tx) => {
    const { rows } = await tx.execute<RunClaim & Record<string, unknown>>(sql`
      update scheduling_runs set worker_id = ${workerId}, lease_until = now() + make_interval(secs => ${leaseSeconds})
      where (tenant_id, run_id) in (
        select tenant_id, run_id from scheduling_runs
        where ${isWaiting}
        order by started_at, run_id limit 1 for update skip locked)
      returning tenant_id as "tenantId", run_id as "runId", project_id as "projectId", project_ids as "projectIds", preview, seed, effort,
        started_by as "startedBy", started_by_user_id as "startedByUserId", worker_id as "workerId"`)
    return rows[0] ?? null
  })
}

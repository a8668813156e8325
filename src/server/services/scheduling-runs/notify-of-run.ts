import { and, eq } from 'drizzle-orm'
import type { NotificationCause } from '#contract/notifications.ts'
import type { AppServices, TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { storeNotifications } from '../records/store-notifications.ts'
import type { Recorder } from '../records/write-tenant.ts'
import type { RunRow } from './present-run.ts'
import { movesBeside } from './renew-lease.ts'

type CauseOf<C extends NotificationCause['code']> = Extract<NotificationCause, { code: C }>
type Named = 'runId' | 'projectName' | 'startedBy'
type RunNews =
  | Omit<CauseOf<'runFinished'>, Named>
  | Omit<CauseOf<'runFailed'>, Named>
  | Omit<CauseOf<'runCancelled'>, Named>
  | Omit<CauseOf<'runReverted'>, Named>

/** The figures of a finished run. */
export const finishedFigures = ({ preview, progress }: RunRow) => ({
  preview,
  changedOperations: progress.changedOperations ?? null,
  ...movesBeside(progress),
  unplacedOperations: progress.unplacedOperations ?? 0,
  lateProjects: progress.lateProjects ?? 0,
  lateProjectsBefore: progress.lateProjectsBefore ?? 0,
})

const projectNameOf = async (tx: Tx, { tenantId, projectId, projectIds }: RunRow): Promise<string | null> => {
  if (projectIds) return selectedProjects(projectIds)
  if (projectId === null) return null
  const [project] = await tx
    .select({ number: projects.projectNumber, name: projects.projectName })
    .from(projects)
    .where(and(eq(projects.tenantId, tenantId), eq(projects.projectId, projectId)))
  return project ? `#${project.number} ${project.name}` : 'a project that is gone'
}

const selectedProjects = ({ length }: readonly string[]): string => `${length} project${length === 1 ? '' : 's'}`

/**
 * Notifies people of a run: its starter of its end and of actions of others on it, the other planners of every new plan
 * of the whole organization.
 */
export const notifyOfRun = async (
  ctx: TenantContext,
  tx: Tx,
  record: Recorder,
  run: RunRow,
  news: RunNews,
): Promise<void> => {
  const { runId, startedBy, startedByUserId } = run
  const ends = news.code === 'runFinished' || news.code === 'runFailed'
  if (!ends && startedByUserId === ctx.userId) return
  const cause = { ...news, runId, startedBy, projectName: await projectNameOf(tx, run) } as CauseOf<RunNews['code']>
  const subject = { kind: 'run', runId } as const
  record.notify({ to: { users: [startedByUserId] }, cause, subject })
  // A run acts in the name of its starter, so the group does not contain the starter.
  if (news.code === 'runFinished' && !run.preview && run.projectId === null && run.projectIds === null) {
    record.notify({ to: 'members', cause, subject })
  }
}

/** The same for a run whose server is gone. No request belongs to it, so the system path writes. */
export const notifyOfLostRun = async (app: AppServices, tx: Tx, run: RunRow): Promise<void> => {
  const { tenantId, runId, startedBy, startedByUserId } = run
  const projectName = run.projectIds ? selectedProjects(run.projectIds) : run.projectId === null ? null : 'one project'
  await storeNotifications(
    tx,
    { tenantId, userId: startedByUserId, now: app.now() },
    {
      announcements: [
        {
          to: { users: [startedByUserId] },
          cause: { code: 'runFailed', runId, startedBy, projectName, cause: run.cause },
          subject: { kind: 'run', runId },
        },
      ],
    },
  )
}

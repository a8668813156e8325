import type { BulkAction, BulkTarget, MovePreview } from '#contract/bulk-operations.ts'
import type { Project } from '#contract/projects.ts'
import { localDay } from '#domain/projects/local-day.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { writeTenant } from '../../db/transaction.ts'
import { isoOrNull } from '../history/sent-fields.ts'
import type { LinkedOperation } from '../operations/operation-fields.ts'
import { lockOrganisation } from '../organisation/lock-organisation.ts'
import { presentProject } from '../projects/present-project.ts'
import { selectProjects, selectTimeZone } from '../projects/select-projects.ts'
import { bulkChangeWithin } from './bulk-change-operations.ts'
import { readTarget, type TargetRow } from './bulk-target.ts'
import { presentBasis } from './plan-basis.ts'
import { selectProjectIds } from './select-project-ids.ts'

/** Ends the transaction of a preview: everything in it is rolled back, nothing is announced. */
class Previewed extends Error {
  readonly preview: MovePreview
  constructor(preview: MovePreview) {
    super('previewed')
    this.preview = preview
  }
}

const readProjects = async (ctx: TenantContext, tx: Tx, projectIds: readonly string[], zone: string, nowMs: number) =>
  new Map(
    (await selectProjects(ctx, tx, projectIds)).map((row) => {
      const project = presentProject(row, zone, nowMs)
      return [project.projectId, project] as const
    }),
  )

const outlook = ({ projectedCompletionDate, latenessDays, state }: Project) => ({
  projectedCompletionDate,
  latenessDays,
  state,
})

/** By its lateness, which knows that nothing ends in the past; by its dates where nothing is due. */
const daysLater = (before: Project, after: Project, zone: string): number | null => {
  if (before.latenessDays !== null && after.latenessDays !== null) return after.latenessDays - before.latenessDays
  const [from, to] = [before.projectedCompletionDate, after.projectedCompletionDate]
  return from === null || to === null ? null : localDay(Date.parse(to), zone) - localDay(Date.parse(from), zone)
}

type Projects = ReadonlyMap<string, Project>

const compareProjects = (before: Projects, after: Projects, zone: string) =>
  [...after.values()]
    .flatMap((is) => {
      const was = before.get(is.projectId)
      if (!was) return []
      const { projectId, projectNumber, projectName } = was
      const days = daysLater(was, is, zone)
      return [{ projectId, projectNumber, projectName, before: outlook(was), after: outlook(is), daysLater: days }]
    })
    .sort((a, b) => (b.daysLater ?? 0) - (a.daysLater ?? 0) || a.projectNumber.localeCompare(b.projectNumber))

const datesOf = ({ row }: LinkedOperation) => ({
  startDate: isoOrNull(row.scheduledStartDate),
  endDate: isoOrNull(row.scheduledEndDate),
})

const tryMove = (
  ctx: TenantContext,
  { wanted, action }: { wanted: readonly TargetRow[]; action: BulkAction },
): Promise<never> =>
  writeTenant(ctx, async (tx, record) => {
    await lockOrganisation(ctx, tx)
    const basis = await presentBasis(ctx, tx)
    const zone = await selectTimeZone(ctx, tx)
    const now = new Date(basis.at)
    const before = await readProjects(ctx, tx, await selectProjectIds(ctx, tx, wanted), zone, now.getTime())
    const { answer, writes } = await bulkChangeWithin(ctx, tx, record, { wanted, action, now })
    const moved = [...new Set(writes.map(({ after: { row } }) => row.projectId))]
    const after = await readProjects(ctx, tx, moved, zone, now.getTime())
    throw new Previewed({
      basis,
      operations: writes.map(({ before: from, after: to }) => ({
        operationId: to.row.operationId,
        name: to.row.name,
        projectId: to.row.projectId,
        projectNumber: before.get(to.row.projectId)?.projectNumber ?? '',
        from: from === null ? { startDate: null, endDate: null } : datesOf(from),
        to: datesOf(to),
      })),
      projects: compareProjects(before, after, zone),
      unchanged: answer.unchanged,
      failures: answer.failures,
    })
  })

/**
 * What a move would store and what it does to the projects: the move itself is done and rolled back, so that there is no second
 * rule to keep in step. Nothing is stored or announced. 409 and 422 as `readTarget`.
 */
export const previewMove = async (
  ctx: TenantContext,
  { target, action }: { readonly target: BulkTarget; readonly action: BulkAction },
): Promise<MovePreview> => {
  const wanted = await readTarget(ctx, target)
  try {
    return await tryMove(ctx, { wanted, action })
  } catch (error) {
    if (error instanceof Previewed) return error.preview
    throw error
  }
}

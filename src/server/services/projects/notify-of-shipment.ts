import { effectivePhase } from '#domain/projects/effective-phase.ts'
import type { TenantContext } from '../../context.ts'
import { isoOrNull } from '../records/record-fields.ts'
import type { Recorder } from '../records/write-tenant.ts'
import type { ProjectRow } from './project-fields.ts'

/** Tells everybody when a change ships a project; one that comes back from there takes the news back. */
export const notifyOfShipment = (
  ctx: TenantContext,
  record: Recorder,
  before: Pick<ProjectRow, 'status' | 'currentPhase'>,
  after: ProjectRow,
): void => {
  const was = effectivePhase(before) === 'shipped'
  const is = effectivePhase(after) === 'shipped'
  if (was === is) return
  const { projectId, projectNumber, projectName } = after
  const key = `shipped:${projectId}`
  if (!is) {
    record.withdraw({ key })
    return
  }
  record.notify({
    to: 'members',
    cause: {
      code: 'projectShipped',
      projectId,
      projectNumber,
      projectName,
      shippedBy: ctx.userName,
      plannedShipDate: isoOrNull(after.plannedShipDate),
      actualShipDate: isoOrNull(after.actualShipDate),
    },
    subject: { kind: 'project', projectId },
    key,
  })
}

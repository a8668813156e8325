import { effectivePhase } from '#domain/projects/effective-phase.ts'
import type { TenantContext } from '../../context.ts'
import { isoOrNull } from '../records/record-fields.ts'
import type { Recorder } from '../records/write-tenant.ts'
import type { ProjectRow } from './project-fields.ts'

/** Notifies everybody when a change ships a project. Removes that notification when the project leaves the phase Shipped. */
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

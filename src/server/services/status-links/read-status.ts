import {
  type CustomerStatus,
  customerStatus,
  sharedProject,
  tellsForecast,
} from '#domain/status-links/customer-status.ts'
import { linkEndMs } from '#domain/status-links/link-end.ts'
import type { TenantContext } from '../../context.ts'
import { NotFoundError } from '../../errors.ts'
import { readForecastState } from '../forecasts/current-forecast.ts'
import { getProject } from '../projects/read-projects.ts'
import { sentDate } from '../records/record-fields.ts'
import type { FoundLink } from './find-link.ts'

/** All that the page of a status link shows. */
export interface SharedStatus extends CustomerStatus {
  readonly organization: string
  readonly projectNumber: string
  readonly projectName: string
  readonly reference: string
  /** When the project was last changed, or its forecast computed where the page shows it. */
  readonly updatedMs: number
  readonly timeZone: string
}

/** What a link shows now, with the same forecast as the page of the project. 404 when the project was deleted or shipped long ago. */
export const readSharedStatus = async (ctx: TenantContext, link: FoundLink): Promise<SharedStatus> => {
  const { timeZone, organization, reference, showsForecast } = link
  const project = await getProject(ctx, link)
  const actualShipDate = sentDate(project.actualShipDate) ?? null
  const endMs = linkEndMs(link, { ...project, actualShipDate }, timeZone)
  if (endMs !== null && endMs <= ctx.app.now().getTime()) throw new NotFoundError()
  const shared = sharedProject(project, timeZone)
  const computedAt = tellsForecast(shared, showsForecast) ? (await readForecastState(ctx)).computedAt : null
  return {
    ...customerStatus(shared, showsForecast),
    ...{ organization, reference, timeZone },
    projectNumber: project.projectNumber,
    projectName: project.projectName || 'Unnamed Project',
    updatedMs: Math.max(Date.parse(project.modifiedAt), computedAt?.getTime() ?? 0),
  }
}

import { eq } from 'drizzle-orm'
import type { Project } from '#contract/projects.ts'
import {
  type CustomerStatus,
  customerStatus,
  sharedProject,
  tellsForecast,
} from '#domain/status-links/customer-status.ts'
import { linkEndMs } from '#domain/status-links/link-end.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
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

/** Data for the page besides the project. */
type Choices = Pick<FoundLink, 'organization' | 'timeZone' | 'reference' | 'showsForecast'>

/** The one source of what customers see, with the same forecast as the page of the project. */
const statusOf = async (ctx: TenantContext, project: Project, choices: Choices): Promise<SharedStatus> => {
  const { timeZone, organization, reference, showsForecast } = choices
  const shared = sharedProject(project, timeZone)
  const computedAt = tellsForecast(shared, showsForecast) ? (await readForecastState(ctx)).computedAt : null
  return {
    ...customerStatus(shared, showsForecast),
    organization,
    reference,
    timeZone,
    projectNumber: project.projectNumber,
    projectName: project.projectName || 'Unnamed Project',
    updatedMs: Math.max(Date.parse(project.modifiedAt), computedAt?.getTime() ?? 0),
  }
}

/** The current content of a link. 404 if the project was deleted or the link has ended. */
export const readSharedStatus = async (ctx: TenantContext, link: FoundLink): Promise<SharedStatus> => {
  const project = await getProject(ctx, link)
  const actualShipDate = sentDate(project.actualShipDate) ?? null
  const endMs = linkEndMs(link, { ...project, actualShipDate }, link.timeZone)
  if (endMs !== null && endMs <= ctx.app.now().getTime()) throw new NotFoundError()
  return statusOf(ctx, project, link)
}

type Preview = Pick<FoundLink, 'projectId' | 'reference' | 'showsForecast'>

/**
 * Previews a link with these choices, without storing or counting anything. 404 if the organization has no such
 * project.
 */
export const previewStatus = async (ctx: TenantContext, preview: Preview): Promise<SharedStatus> => {
  const project = await getProject(ctx, preview)
  const [tenant] = await readTenant(ctx, (tx) =>
    tx
      .select({ organization: tenants.name, timeZone: tenants.timeZone })
      .from(tenants)
      .where(eq(tenants.tenantId, ctx.tenantId)),
  )
  if (!tenant) throw new NotFoundError()
  return statusOf(ctx, project, { ...preview, ...tenant })
}

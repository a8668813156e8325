import type { ErrorReporter } from '../../error-reporter.ts'
import type { ServedRoute } from '../serve.ts'
import { accessRequestsRoutes } from './access-requests.routes.ts'
import { adminRoutes } from './admin.routes.ts'
import { analyticsRoutes } from './analytics.routes.ts'
import { apiTokensRoutes } from './api-tokens.routes.ts'
import { assistantsRoutes } from './assistants.routes.ts'
import { authRoutes } from './auth.routes.ts'
import { bulkOperationsRoutes } from './bulk-operations.routes.ts'
import { calendarFeedsRoutes } from './calendar-feeds.routes.ts'
import { categoryRoutes } from './categories.routes.ts'
import { changesRoutes } from './changes.routes.ts'
import { dashboardRoutes } from './dashboard.routes.ts'
import { dataSourcesRoutes } from './data-sources.routes.ts'
import { errorReportsRoutes } from './error-reports.routes.ts'
import { exportsRoutes } from './exports.routes.ts'
import { floorRoutes } from './floor.routes.ts'
import { floorDevicesRoutes } from './floor-devices.routes.ts'
import { healthRoutes, type Readiness } from './health.routes.ts'
import { historyRoutes } from './history.routes.ts'
import { holidayRoutes } from './holidays.routes.ts'
import { importsRoutes } from './imports.routes.ts'
import { mailRoutes } from './mail.routes.ts'
import { mySessionsRoutes } from './my-sessions.routes.ts'
import { notificationRoutes } from './notifications.routes.ts'
import { operationListsRoutes } from './operation-lists.routes.ts'
import { operationRoutes } from './operations.routes.ts'
import { projectRoutes } from './projects.routes.ts'
import { promiseDateRoutes } from './promise-date.routes.ts'
import { proposalsRoutes } from './proposals.routes.ts'
import { routingTemplateRoutes } from './routing-templates.routes.ts'
import { sampleShopRoutes } from './sample-shop.routes.ts'
import { savedViewsRoutes } from './saved-views.routes.ts'
import { scheduleRoutes } from './schedule.routes.ts'
import { scheduledExportsRoutes } from './scheduled-exports.routes.ts'
import { schedulingRunsRoutes } from './scheduling-runs.routes.ts'
import { searchRoutes } from './search.routes.ts'
import { secondFactorRoutes } from './second-factor.routes.ts'
import { shiftRoutes } from './shifts.routes.ts'
import { singleSignOnRoutes } from './single-sign-on.routes.ts'
import { statusLinksRoutes } from './status-links.routes.ts'
import { tenantSettingsRoutes } from './tenant-settings.routes.ts'
import { tenantsRoutes } from './tenants.routes.ts'
import { usersRoutes } from './users.routes.ts'
import { webhooksRoutes } from './webhooks.routes.ts'
import { workIntervalRoutes } from './work-intervals.routes.ts'
import { workersRoutes } from './workers.routes.ts'

interface RouteSettings {
  readonly readiness: Readiness
  readonly reporter: ErrorReporter
  /** null = the server itself. */
  readonly socketUrl: string | null
  /** The address that people type; undefined = unknown. */
  readonly publicOrigin?: string | undefined
  /** Origins to which webhooks may go. */
  readonly webhookOrigins: ReadonlySet<string>
}

/** Every endpoint of the contract's registry with its service. */
export const allRoutes = ({
  readiness,
  reporter,
  socketUrl,
  publicOrigin,
  webhookOrigins,
}: RouteSettings): readonly ServedRoute[] => [
  ...authRoutes(socketUrl),
  ...singleSignOnRoutes,
  ...mailRoutes,
  ...usersRoutes,
  ...mySessionsRoutes,
  ...secondFactorRoutes,
  ...apiTokensRoutes,
  ...assistantsRoutes(publicOrigin),
  ...tenantsRoutes,
  ...sampleShopRoutes,
  ...projectRoutes,
  ...operationRoutes,
  ...workIntervalRoutes,
  ...operationListsRoutes,
  ...bulkOperationsRoutes,
  ...routingTemplateRoutes,
  ...savedViewsRoutes,
  ...schedulingRunsRoutes,
  ...proposalsRoutes,
  ...promiseDateRoutes,
  ...importsRoutes,
  ...dataSourcesRoutes,
  ...exportsRoutes,
  ...scheduledExportsRoutes,
  ...scheduleRoutes,
  ...calendarFeedsRoutes,
  ...statusLinksRoutes,
  ...searchRoutes,
  ...categoryRoutes,
  ...shiftRoutes,
  ...holidayRoutes,
  ...tenantSettingsRoutes,
  ...historyRoutes,
  ...changesRoutes,
  ...accessRequestsRoutes,
  ...notificationRoutes,
  ...adminRoutes,
  ...webhooksRoutes(webhookOrigins),
  ...floorDevicesRoutes,
  ...floorRoutes,
  ...workersRoutes,
  ...analyticsRoutes,
  ...dashboardRoutes,
  ...errorReportsRoutes(reporter),
  ...healthRoutes(readiness),
]

import * as accessRequests from './access-requests.ts'
import * as admin from './admin.ts'
import * as analytics from './analytics.ts'
import * as apiTokens from './api-tokens.ts'
import * as assistants from './assistants.ts'
import * as auth from './auth.ts'
import * as bulkOperations from './bulk-operations.ts'
import * as calendarFeeds from './calendar-feeds.ts'
import * as categories from './categories.ts'
import * as changes from './changes.ts'
import * as dashboard from './dashboard.ts'
import * as dataSources from './data-sources.ts'
import { actionOf, type Endpoint } from './endpoint.ts'
import * as errorReports from './error-reports.ts'
import * as exportFiles from './exports.ts'
import * as floor from './floor.ts'
import * as floorDevices from './floor-devices.ts'
import * as health from './health.ts'
import * as history from './history.ts'
import * as holidays from './holidays.ts'
import * as imports from './imports.ts'
import * as lateParts from './late-parts.ts'
import * as mail from './mail.ts'
import * as morningPlan from './morning-plan.ts'
import * as mySessions from './my-sessions.ts'
import * as notifications from './notifications.ts'
import * as oneTimeLinks from './one-time-links.ts'
import * as operationLists from './operation-lists.ts'
import * as operations from './operations.ts'
import * as projects from './projects.ts'
import * as promiseDate from './promise-date.ts'
import * as proposals from './proposals.ts'
import * as remedies from './remedies.ts'
import * as routingTemplates from './routing-templates.ts'
import * as runResults from './run-results.ts'
import * as sampleShop from './sample-shop.ts'
import * as savedViews from './saved-views.ts'
import * as schedule from './schedule.ts'
import * as scheduledExports from './scheduled-exports.ts'
import * as runs from './scheduling-runs.ts'
import * as search from './search.ts'
import * as secondFactor from './second-factor.ts'
import * as shifts from './shifts.ts'
import * as signIns from './sign-ins.ts'
import * as singleSignOn from './single-sign-on.ts'
import * as statusLinks from './status-links.ts'
import * as tenantAdministration from './tenant-administration.ts'
import * as tenantSettings from './tenant-settings.ts'
import * as tenants from './tenants.ts'
import * as trackRecord from './track-record.ts'
import * as userSessions from './user-sessions.ts'
import * as users from './users.ts'
import * as webhooks from './webhooks.ts'
import * as workIntervals from './work-intervals.ts'
import * as workers from './workers.ts'

export const resources = {
  auth,
  oneTimeLinks,
  mail,
  users,
  userSessions,
  mySessions,
  secondFactor,
  signIns,
  singleSignOn,
  apiTokens,
  assistants,
  tenants,
  tenantSettings,
  tenantAdministration,
  sampleShop,
  projects,
  lateParts,
  remedies,
  operations,
  workIntervals,
  operationLists,
  bulkOperations,
  routingTemplates,
  savedViews,
  runs,
  runResults,
  proposals,
  morningPlan,
  promiseDate,
  schedule,
  calendarFeeds,
  statusLinks,
  search,
  imports,
  dataSources,
  exportFiles,
  scheduledExports,
  categories,
  shifts,
  holidays,
  history,
  changes,
  accessRequests,
  notifications,
  admin,
  webhooks,
  floorDevices,
  workers,
  floor,
  analytics,
  trackRecord,
  dashboard,
  errorReports,
  health,
}

export type Resource = keyof typeof resources

/**
 * Resources that API tokens may use: planning and what it needs. Not people and their rights, sessions, notifications,
 * other tokens, organizations or the audit log. A new resource is closed to tokens until it is listed here.
 */
const openToApiTokens: readonly Resource[] = [
  'tenantSettings',
  'projects',
  'routingTemplates',
  'lateParts',
  'remedies',
  'operations',
  'workIntervals',
  'operationLists',
  'bulkOperations',
  'savedViews',
  'runs',
  'runResults',
  'proposals',
  'morningPlan',
  'promiseDate',
  'schedule',
  'search',
  'dataSources',
  'scheduledExports',
  'categories',
  'shifts',
  'holidays',
  'history',
  'changes',
  'analytics',
  'trackRecord',
  'dashboard',
]

export interface RegisteredEndpoint extends Endpoint {
  /** Name of the export, e.g. `listProjects`, which is also the operation id in OpenAPI. */
  readonly name: string
  readonly resource: Resource
  /** Whether an API token may call it, within its scope and the rights of its owner. */
  readonly takesApiTokens: boolean
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value && 'response' in value

/** Every call of the API. The server registers exactly these; OpenAPI, the role matrix and the fuzzers iterate over them. */
export const endpoints: readonly RegisteredEndpoint[] = (Object.keys(resources) as Resource[]).flatMap((resource) =>
  Object.entries(resources[resource])
    .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
    .map(([name, definition]) => ({
      ...definition,
      name,
      resource,
      takesApiTokens:
        definition.access === 'apiToken' ||
        ((definition.access === 'tenant' || actionOf(definition.access) !== null) &&
          openToApiTokens.some((open) => open === resource)),
    })),
)

const apiTokenCalls = new Set(
  endpoints.filter(({ takesApiTokens }) => takesApiTokens).map(({ method, path }) => `${method} ${path}`),
)

/** Whether an API token may make a call. */
export const takesApiTokens = ({ method, path }: Endpoint): boolean => apiTokenCalls.has(`${method} ${path}`)

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { floorReportKinds } from '#contract/floor.ts'
import { endpoints, type RegisteredEndpoint } from '#contract/registry.ts'
import { mcpHeaders } from '../assistants/assistant.ts'
import { sourceInput } from '../builders/build-data-source.ts'
import { daysFrom } from '../test-days.ts'
import type { CanaryTenant, IdKind } from './canary-tenant.ts'

/** Calls that end or change the actor's session, or need other credentials. They have their own tests. */
const leftOut = new Set([
  'postLogin',
  'postDirectLogin',
  'postLogout',
  'postPassword',
  'postFloorSignOut',
  'postNotificationTicket',
  // This call makes the planner an admin, who then has to sign in again.
  'grantAccessRequest',
])

export const fuzzedEndpoints: readonly RegisteredEndpoint[] = endpoints.filter(
  ({ name, access }) => access !== 'notificationToken' && !leftOut.has(name),
)

/** An id to fill in: the owning organization, and which of its ids. */
export interface IdChoice {
  readonly owner: 'own' | 'foreign' | 'random'
  readonly pick: number
}

/** Actors that send requests, each of one organization. */
export const fuzzActors = ['admin', 'planner', 'viewer', 'reporter', 'plannerOfOne', 'script', 'device'] as const
type FuzzActor = (typeof fuzzActors)[number]

/** A request before ids of real organizations are filled in. */
export interface RequestPlan {
  readonly endpoint: RegisteredEndpoint
  readonly actor: FuzzActor
  readonly ids: readonly IdChoice[]
  readonly number: number
  readonly fields: readonly string[]
  readonly tenantHeader: 'none' | 'own' | 'foreign'
}

const kindByFolder: Record<string, IdKind> = {
  projects: 'project',
  categories: 'category',
  shifts: 'shift',
  holidays: 'holiday',
  'holiday-templates': 'template',
  'calendar-exceptions': 'exception',
  'scheduling-runs': 'run',
  users: 'user',
  tenants: 'tenant',
  'access-requests': 'accessRequest',
  notifications: 'notification',
  'saved-views': 'view',
  'routing-templates': 'routing',
  'scheduled-exports': 'export',
  sources: 'source',
}
const kindByName: Record<string, IdKind> = {
  projectId: 'project',
  operationId: 'operation',
  intervalId: 'interval',
  runId: 'run',
  proposalId: 'proposal',
  feedId: 'feed',
  linkId: 'statusLink',
  tokenId: 'token',
  webhookId: 'webhook',
  deviceId: 'device',
  workerId: 'worker',
  userId: 'user',
}

/** Kind of record for a path parameter. */
export const kindOf = (path: string, parameter: string): IdKind =>
  (path.startsWith('/sources/') && parameter === 'runId' ? 'sourceRun' : kindByName[parameter]) ??
  kindByFolder[path.split('/')[1] ?? ''] ??
  'project'

/** Fields from all bodies of the contract, with valid ids; an endpoint must ignore unknown fields. */
const bodyFields = (text: string, id: (kind: IdKind) => string, number: number): Record<string, unknown> => ({
  projectName: text,
  projectNumber: `${text}-${number}`,
  shortName: text,
  description: text,
  customerName: text,
  priority: number % 101,
  currentPhase: ['submittals', 'engineering', 'production', 'complete'][number % 4],
  plannedShipDate: '2026-12-01',
  status: ['New', 'In Progress', 'Completed', 'Pending', 'Active'][number % 5],
  progressPercentage: number % 101,
  durationHours: number % 50,
  scheduledStartDate: '2026-12-01T08:00:00Z',
  scheduledEndDate: '2026-12-02T08:00:00Z',
  notes: text,
  materialReadyDate: '2026-12-01',
  materialNote: text,
  setupHours: number % 4,
  quantity: number % 7,
  setupFamily: text,
  changeovers: number % 2 === 0 ? [] : [{ fromFamily: text, toFamily: '', hours: number % 5 }],
  onHold: number % 2 === 0,
  pinned: number % 3 === 0,
  categoryId: id('category'),
  ...(number % 4 === 0 && { alternatives: [{ categoryId: id('category'), durationHours: number % 50 }] }),
  shiftId: id('shift'),
  defaultShiftId: id('shift'),
  dependsOnOperationId: id('operation'),
  startedAt: '2026-01-12T08:00:00Z',
  endedAt: '2026-01-12T09:00:00Z',
  workerName: text,
  dependencies: [id('operation'), id('operation')],
  operationIds: [id('operation'), id('operation'), id('operation')],
  moves: [{ operationId: id('operation'), scheduledStartDate: '2026-12-01T08:00:00Z', scheduledEndDate: null }],
  tenantId: id('tenant'),
  projectId: id('project'),
  userId: id('user'),
  role: text,
  isAdmin: number % 2 === 0,
  isSuperAdmin: true,
  modifiedBy: text,
  displayName: text,
  sequence: number,
  timeZone: 'Europe/Berlin',
  email: `${text}.${number}@example.com`,
  shared: number % 2 === 0,
  isDefault: number % 3 === 0,
  search: { search: text },
})

/** Required fields, without which most bodies would be refused immediately. */
const usuallyNeeded = (text: string, number: number) => ({
  name: `${text} ${number}`,
  screen: 'overdue',
  search: { tab: 'overdue' },
  untilDate: daysFrom(new Date(), 13),
  reason: text,
  word: text,
  scope: 'plan',
  url: 'https://hooks.example.com/plan',
  events: ['project.late', 'run.finished'],
  expiresInDays: 30,
  reference: text,
  showsForecast: number % 2 === 0,
  expires: 'in30Days',
  date: '2026-12-24',
  items: [{ name: text, date: '2026-12-24' }],
  kind: number % 2 === 0 ? 'downtime' : 'capacity',
  units: 1 + (number % 3),
  startsAt: '2026-12-01T08:00:00Z',
  endsAt: '2026-12-02T08:00:00Z',
  versions: [{ effectiveFrom: null, periods: [{ weekday: 1, fromMinute: 360, toMinute: 840 }], breaks: [] }],
})

/** An action on operations of any organization, by ids or by a filter. */
const bulkFields = (text: string, id: (kind: IdKind) => string, number: number) => ({
  target:
    number % 3 === 0
      ? { filter: { projectIds: [id('project'), id('project')] } }
      : { operations: [{ operationId: id('operation') }, { operationId: id('operation') }] },
  action: [
    { kind: 'notes', mode: 'append', text },
    { kind: 'nextFreeSlot' },
    { kind: 'workCentre', categoryId: id('category') },
    { kind: 'pool', poolId: id('category'), alternativeIds: [id('category')] },
    { kind: 'priority', priority: number % 101 },
    { kind: 'rescheduleBy', workingDays: 1 },
    { kind: 'material', materialReadyDate: '2026-12-01', materialNote: text },
  ][number % 6],
})

/** A proposal that changes records of any organization. */
const proposalFields = (id: (kind: IdKind) => string, number: number) => ({
  method: number % 4 === 0 ? 'optimize' : 'keepSequence',
  changes: [
    [{ kind: 'project', projectId: id('project'), fields: { priority: number % 101 } }],
    [
      {
        kind: 'operation',
        projectId: id('project'),
        operationId: id('operation'),
        fields: { durationHours: number % 50, categoryId: id('category') },
      },
    ],
    [],
    [
      {
        kind: 'exception',
        exceptionId: null,
        exception: {
          kind: 'capacity',
          name: 'One station',
          units: 1,
          startsAt: '2026-12-01T08:00:00Z',
          categoryId: id('category'),
        },
      },
    ],
  ][number % 4],
})

export const fieldNames = Object.keys(bodyFields('', () => '', 0))

const idChoice = fc.record({
  owner: fc.constantFrom('own', 'own', 'foreign', 'foreign', 'random' as const),
  pick: fc.nat(1_000),
})

export const requestPlan: fc.Arbitrary<RequestPlan> = fc.record({
  endpoint: fc.constantFrom(...fuzzedEndpoints),
  actor: fc.constantFrom(...fuzzActors),
  ids: fc.array(idChoice, { minLength: 12, maxLength: 12 }),
  number: fc.nat(100_000),
  fields: fc.subarray(fieldNames),
  tenantHeader: fc.constantFrom('none', 'none', 'own', 'foreign'),
})

export interface RandomRequest {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly headers: Record<string, string>
  /** Foreign ids in the request itself, which are no leak in an answer. */
  readonly sentIds: ReadonlySet<string>
}

/** New work at work centers of any organization. */
const promiseFields = (id: (kind: IdKind) => string, number: number) => {
  const question = {
    operations: [{ name: 'Cut', categoryId: number % 3 === 0 ? null : id('category'), durationHours: number % 50 }],
    priority: number % 101,
    earliestStart: null,
  }
  const kind = (['behindAll', 'byPriority', 'first'] as const)[number % 3]
  return { ...question, question, kind, seen: { shipDate: '2026-11-18', delayedCount: 0 }, project: {} }
}

/** The subject of a calendar feed, in any organization. */
const feedFields = (id: (kind: IdKind) => string, number: number) =>
  number % 2 === 0
    ? { categoryId: id('category'), projectId: undefined }
    : { projectId: id('project'), categoryId: undefined }

/** A report on work of any organization, or a device for work centers of any organization. */
const floorFields = (text: string, id: (kind: IdKind) => string, number: number) => ({
  operationId: id('operation'),
  kind: floorReportKinds[number % floorReportKinds.length],
  progressPercentage: 1 + (number % 99),
  reason: text,
  note: text,
  reportedAt: '2026-11-18T09:00:00Z',
  code: text.slice(0, 9),
  name: text,
  good: number % 3,
  scrap: number % 2,
  scrapReason: text,
  workerCode: '0042',
  categoryIds: number % 2 === 0 ? [id('category')] : [id('category'), id('category')],
})
/** A person on the floor, with a code that the other organization has too. */
const workerFields = (text: string, number: number) => ({ name: text, code: '0042', badge: `${text} ${number}` })
const workerNames: ReadonlySet<string> = new Set(['postWorker', 'putWorker'])

const floorNames: ReadonlySet<string> = new Set([
  'postFloorReport',
  'postMyFloorReport',
  'postFloorDevice',
  'postFloorSignIn',
])

/** A table with ids of records of any organization. */
const importFields = (text: string, id: (kind: IdKind) => string, number: number) => ({
  text: `Project number,Operation\n${number},${text}`,
  header: ['Project ID', 'Project number', 'Operation ID', 'Operation', 'Predecessors', 'Priority'],
  rows: [
    [id('project'), `${text} ${number}`, id('operation'), text, '', '10'],
    ['', `${text} ${number}`, id('operation'), 'Cut', id('operation'), ''],
  ],
  columns: ['projectExternalId', 'projectNumber', 'operationExternalId', 'operationName', 'predecessors', 'priority'],
  dateOrder: 'auto',
  chained: number % 2 === 0,
  seen: text,
  leavesOutFailed: number % 3 === 0,
})

/** Tables with ids of records of any organization; other values are matched by name. */
const settingsFields = (text: string, id: (kind: IdKind) => string, number: number) =>
  [
    {
      kind: 'workCenters',
      header: ['Name', 'Shift pattern'],
      rows: [[`${text} ${number}`, id('shift')]],
      columns: ['centerName', 'centerShift'],
    },
    {
      kind: 'holidays',
      header: ['Name', 'Date', 'Work center'],
      rows: [[text, '2026-12-24', id('category')]],
      columns: ['holidayName', 'holidayDate', 'closedCenter'],
    },
    {
      kind: 'shifts',
      header: ['Shift pattern', 'Days', 'Start', 'End'],
      rows: [[text, 'Mon-Fri', '06:00', '14:00']],
      columns: ['shiftName', 'weekdays', 'shiftStart', 'shiftEnd'],
    },
  ][number % 3]

/** A call of a tool by an assistant that knows ids of records of any organization. */
const toolFields = (text: string, id: (kind: IdKind) => string, number: number) => {
  const project = number % 3 === 0 ? text : id('project')
  const work_center = id('category')
  const proposal_id = id('proposal')
  const calls: [string, object][] = [
    ['find', { text }],
    ['whats_late', {}],
    ['project', { project }],
    ['why_late', { project }],
    ['what_would_help', { project }],
    ['work_center_day', { work_center, day: '2026-11-18' }],
    ['who_is_free', { work_center }],
    ['when_could_we_ship', { operations: [{ name: text, work_center, hours: number % 50 }] }],
    ['propose', { changes: [{ do: 'set_priority', project, priority: number % 101 }] }],
    ['propose', { changes: [{ do: 'pin', project, operation: id('operation') }] }],
    ['add_to_proposal', { proposal_id, version: 1, changes: [{ do: 'hold_project', project }] }],
    ['read_proposal', { proposal_id }],
    ['discard_proposal', { proposal_id }],
    ['apply_proposal', { proposal_id, version: 1 }],
  ]
  const [name, args] = calls[number % calls.length] ?? []
  return { jsonrpc: '2.0', id: number, method: 'tools/call', params: { name, arguments: args } }
}

/** An export of dates to the host that is allowed. */
const exportFields = (text: string, number: number) => ({
  target:
    number % 3 === 0
      ? { kind: 'folder', fileName: `${text}.csv` }
      : { kind: 'address', method: 'POST', url: `https://hooks.example.com/${text}`, signIn: { kind: 'none' } },
  datesOf: number % 2 === 0 ? 'projects' : 'operations',
  format: 'json',
  importedOnly: number % 5 === 0,
  schedule: { kind: 'hourly', minute: number % 60 },
  isPaused: number % 4 === 0,
})
const scheduledNames: ReadonlySet<string> = new Set(['postScheduledExport', 'patchScheduledExport'])

/** A data source of the own organization, with ids of any organization where they may be. */
const sourceFields = (text: string, id: (kind: IdKind) => string, number: number) => ({
  ...sourceInput({ name: `${text} ${number}` }),
  origin: [{ kind: 'pushed' }, { kind: 'folder', pattern: `${text}*.csv` }][number % 2],
  sourceId: number % 3 === 0 ? id('source') : undefined,
  isPaused: number % 4 === 0,
  applies: number % 2 === 0,
  appliesAll: number % 5 === 0,
  seen: text,
})
const sourceNames: ReadonlySet<string> = new Set([
  'readSourceSample',
  'postDataSource',
  'patchDataSource',
  'runDataSource',
  'putSourceFile',
  'decideSourceRun',
])

const settingsNames: ReadonlySet<string> = new Set(['previewSettingsImport', 'commitSettingsImport'])
const promiseNames: ReadonlySet<string> = new Set(['askPromiseDate', 'askPromiseOdds', 'createPromisedProject'])

const importNames: ReadonlySet<string> = new Set(['readImport', 'previewImport', 'commitImport'])

/** Fills in a planned request, as sent by an actor of `own` who knows ids of `foreign`. */
export const realize = (plan: RequestPlan, own: CanaryTenant, foreign: CanaryTenant): RandomRequest => {
  const sentIds = new Set<string>()
  let next = 0
  const id = (kind: IdKind): string => {
    const { owner, pick } = plan.ids[next++ % plan.ids.length] ?? { owner: 'random', pick: 0 }
    // Uses only users of the other organization, because an actor that removes itself would end the round.
    const holder = owner === 'foreign' || kind === 'user' || kind === 'tenant' ? foreign : own
    const pool = owner === 'random' ? [] : holder.ids[kind]
    const chosen = pool[pick % Math.max(pool.length, 1)] ?? randomUUID()
    sentIds.add(chosen)
    return chosen
  }
  const { endpoint } = plan
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    name === 'email' ? `planner.${foreign.marker}@example.com` : id(kindOf(endpoint.path, name)),
  )
  const floorChoice = () => `workCenterIds=${id('category')}&workCenterIds=${id('category')}`
  const projectIds = () => `projectIds=${id('project')}&projectIds=${id('project')}&projectIds=${id('project')}`
  const queries: Record<string, () => string> = {
    batchOperations: projectIds,
    listOperationRows: () =>
      `${projectIds()}&categoryIds=${id('category')}&categoryIds=none&poolIds=${id('category')}&poolIds=none`,
    exportOperations: projectIds,
    exportOperationTable: () => `format=${plan.number % 2 === 0 ? 'csv' : 'xml'}&${projectIds()}`,
    putSourceFile: () => `name=${own.marker}.csv`,
    exportShop: () => `weeks=${plan.number % 3}`,
    listOperationGroups: () => 'groupBy=project',
    getProjectColumns: () => `since=${plan.number % 40}`,
    getMyFloorQueue: floorChoice,
    postMyFloorReport: floorChoice,
    getSchedule: () => `since=${plan.number % 40}`,
    getLoadDay: () => `categoryId=${id('category')}&day=2026-11-18`,
    previewStatus: () => `reference=${own.marker}&forecast=${plan.number % 2 === 0 ? 'shown' : 'hidden'}`,
  }
  const asked = queries[endpoint.name]?.()
  const query = asked ? `?${asked}` : ''
  const all = bodyFields(own.marker, id, plan.number)
  const chosen = Object.fromEntries(plan.fields.map((field) => [field, all[field]]))
  const bulk =
    endpoint.name === 'bulkChangeOperations' || endpoint.name === 'previewMove'
      ? bulkFields(own.marker, id, plan.number)
      : endpoint.name === 'postProposal' || endpoint.name === 'refreshProposal'
        ? proposalFields(id, plan.number)
        : endpoint.name === 'postCalendarFeed'
          ? feedFields(id, plan.number)
          : promiseNames.has(endpoint.name)
            ? promiseFields(id, plan.number)
            : importNames.has(endpoint.name)
              ? importFields(own.marker, id, plan.number)
              : sourceNames.has(endpoint.name)
                ? sourceFields(own.marker, id, plan.number)
                : settingsNames.has(endpoint.name)
                  ? { ...settingsFields(own.marker, id, plan.number), dateOrder: 'auto', leavesOutFailed: true }
                  : floorNames.has(endpoint.name)
                    ? floorFields(own.marker, id, plan.number)
                    : workerNames.has(endpoint.name)
                      ? workerFields(own.marker, plan.number)
                      : scheduledNames.has(endpoint.name)
                        ? exportFields(own.marker, plan.number)
                        : endpoint.name === 'exportProjects'
                          ? {
                              projectIds: [id('project'), id('project')],
                              format: plan.number % 2 === 0 ? 'csv' : 'xml',
                            }
                          : {}
  const single = { ...usuallyNeeded(own.marker, plan.number), ...chosen, ...bulk }
  const body =
    endpoint.name === 'addOperations'
      ? [{ ...single, operationId: id('operation') }]
      : endpoint.name === 'postMcp'
        ? toolFields(own.marker, id, plan.number)
        : single
  const asserted = plan.tenantHeader === 'own' ? own : foreign
  return {
    method: endpoint.method,
    path: `${path}${query}`,
    body: endpoint.method === 'GET' || endpoint.method === 'DELETE' ? undefined : body,
    headers: {
      ...(plan.tenantHeader !== 'none' && { 'x-tenant-id': asserted.tenant.tenantId }),
      ...(endpoint.versioned === 'required' && { 'if-match': '1' }),
      ...(endpoint.name === 'postMcp' && mcpHeaders),
    },
    sentIds,
  }
}

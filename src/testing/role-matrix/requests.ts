import { randomUUID } from 'node:crypto'
import { scheduledExports } from '#server/db/tables/scheduled-exports.table.ts'
import { webhooks } from '#server/db/tables/webhooks.table.ts'
import { mcpHeaders } from '../assistants/assistant.ts'
import { daysFrom } from '../test-days.ts'
import { floorCenter } from './actors.ts'
import type { MakeRequest } from './matrix-request.ts'
import { peopleRequests } from './people-requests.ts'
import { sourceRequests } from './source-requests.ts'
import type { World } from './world.ts'

const shift = (world: World) => ({
  name: world.unique('Shift'),
  versions: [{ effectiveFrom: null, periods: [{ weekday: 1, fromMinute: 480, toMinute: 960 }], breaks: [] }],
})
const holiday = (world: World) => ({ name: world.unique('Holiday'), date: '2026-12-25' })
const template = (world: World) => ({ name: world.unique('Template'), items: [{ name: 'Day', date: '2026-12-26' }] })
const exception = (world: World) => ({
  kind: 'overtime',
  name: world.unique('Overtime'),
  startsAt: '2026-12-05T08:00:00Z',
  endsAt: '2026-12-05T12:00:00Z',
})
const workedHour = { startedAt: '2026-01-12T08:00:00Z', endedAt: '2026-01-12T09:00:00Z' }

const oneMove = async (world: World) => {
  const { operationId } = await world.operation()
  const [scheduledStartDate, scheduledEndDate] = ['2026-12-01T08:00:00.000Z', '2026-12-01T12:00:00.000Z']
  return { body: { moves: [{ operationId, scheduledStartDate, scheduledEndDate }] } }
}
const urgent = async (world: World) => ({
  changes: [{ kind: 'project', projectId: (await world.project()).projectId, fields: { priority: 90 } }],
  method: 'keepSequence',
})
const proposal = async (world: World) => ({
  proposalId: await world.made('/proposals', 'proposalId', await urgent(world)),
})
/** A proposal that a limited planner asks to have applied. */
const askedProposal = async (world: World) => {
  const params = await proposal(world)
  const memberOf = [{ tenantId: world.home.tenantId, workCenterIds: [] }]
  const asker = world.server.as(await world.server.newUser({ memberOf }))
  await asker.post(`/proposals/${params.proposalId}/ask`, {}, { 'If-Match': '1' })
  return params
}
/** A Monday within the shifts of every organization. */
const openMonday = '2028-01-03T15:00:00.000Z'
const smallWork = {
  operations: [{ name: 'Pack', categoryId: null, durationHours: 0 }],
  priority: 50,
  earliestStart: openMonday,
}

/** A host that every test server allows. Nothing is sent, because these tests have no sender. */
const webhook = { url: 'https://hooks.example.com/plan', events: ['project.late'] }
const madeWebhook = async (world: World) => {
  const { server, home } = world
  const ctx = await server.contextOf(home.admin)
  // Inserted directly, because there may be more of them than an organization may create.
  const webhookId = randomUUID()
  const row = { tenantId: home.tenantId, webhookId, ...webhook, events: ['project.late' as const] }
  await server.services.db.withTenant(ctx, (tx) =>
    tx.insert(webhooks).values({ ...row, secret: 'whsec_AAAA', createdAt: server.clock.now(), createdBy: 'Test' }),
  )
  return { webhookId }
}

/** Removes the scheduled exports of both organizations, which have at most 20. */
const withoutExports = async ({ server, home, other }: World): Promise<void> => {
  for (const { admin } of [home, other]) {
    await server.services.db.withTenant(await server.contextOf(admin), (tx) => tx.delete(scheduledExports))
  }
}
const scheduledExport = (world: World) => ({
  name: world.unique('Export'),
  target: { kind: 'address', method: 'POST', url: 'https://hooks.example.com/dates', signIn: { kind: 'none' } },
  datesOf: 'projects',
  format: 'json',
  importedOnly: false,
  schedule: { kind: 'hourly', minute: 30 },
})
const madeExport = async (world: World) => {
  await withoutExports(world)
  return { id: await world.made('/scheduled-exports', 'exportId', scheduledExport(world)) }
}

/** The work center of home's device. */
const centerOnFloor = async (world: World): Promise<string> => {
  const { body } = await world.admin.get('/categories')
  const found = body.find(({ name }: { name: string }) => name === floorCenter)
  return found?.categoryId ?? world.made('/categories', 'categoryId', { name: floorCenter })
}
const floorDevice = async (world: World) => ({
  name: world.unique('Tablet'),
  categoryIds: [await centerOnFloor(world)],
})
const madeDevice = async (world: World, field: string): Promise<string> =>
  world.made('/floor-devices', field, await floorDevice(world))

/** A report on new work at the device's work center. */
const floorReport = async (world: World) => {
  const { projectId, operationId } = await world.operation()
  const path = `/project-operations/projects/${projectId}/operations/${operationId}`
  await world.admin.put(path, { categoryId: await centerOnFloor(world) })
  return { operationId, kind: 'start', reportedAt: world.server.clock.now().toISOString() }
}

let workerCodes = 0
const worker = (world: World) => ({ name: world.unique('Person'), code: String(++workerCodes).padStart(4, '0') })
const madeWorker = (world: World): Promise<string> => world.made('/workers', 'workerId', worker(world))

const apiToken = (world: World) => ({ name: world.unique('Token'), scope: 'plan', expiresInDays: 30 })

const smallTable = (world: World) => ({
  header: ['Project number', 'Operation'],
  rows: [[world.unique('P'), 'Cut']],
  columns: ['projectNumber', 'operationName'],
  dateOrder: 'auto',
  chained: true,
})

const smallSettings = (world: World) => ({
  kind: 'holidays',
  header: ['Name', 'Date'],
  rows: [[world.unique('Day'), '2026-12-24']],
  columns: ['holidayName', 'holidayDate'],
  dateOrder: 'auto',
})

const view = (world: World) => ({
  screen: 'overdue',
  name: world.unique('View'),
  search: { tab: 'overdue', groupBy: 'project' },
})

/** Removes the sample shop from both organizations. */
const withoutSample = async ({ server, home, other }: World): Promise<void> => {
  for (const { admin } of [home, other]) await server.as(admin).delete('/sample-shop')
}

/** A template of a project with one operation. */
const routing = async (world: World): Promise<string> =>
  world.made('/routing-templates', 'templateId', {
    name: world.unique('Routing'),
    projectId: (await world.operation()).projectId,
  })

/** A valid request for every endpoint, for a record of the home organization that was created just for it. */
export const requests: Readonly<Record<string, MakeRequest>> = {
  getHealth: () => ({}),
  getReady: () => ({}),
  postErrorReport: () => ({ body: { name: 'TypeError', frames: [], route: '/projects', part: 'part' } }),
  ...peopleRequests,
  getMailStatus: () => ({}),
  getAdminOverview: () => ({}),
  listWebhooks: () => ({}),
  postWebhook: () => ({ body: webhook }),
  deleteWebhook: async (world) => ({ params: await madeWebhook(world) }),
  listWebhookDeliveries: async (world) => ({ params: await madeWebhook(world) }),
  testWebhook: async (world) => ({ params: await madeWebhook(world) }),
  getHistoryLoss: () => ({ query: '?years=1' }),
  listAudit: () => ({}),
  exportAudit: () => ({}),
  getTenantSettings: () => ({}),
  putTenantSettings: () => ({ body: { weekStartsOn: 1 } }),

  listProjects: () => ({}),
  getProjectColumns: () => ({}),
  getProject: async (world) => ({ params: { id: (await world.project()).projectId } }),
  listLateParts: async (world) => ({ params: { projectId: (await world.project()).projectId } }),
  listRemedies: async (world) => ({ params: { projectId: (await world.project()).projectId } }),
  postProject: (world) => ({ body: { projectName: world.unique('Project') } }),
  putProject: async (world) => ({
    params: { id: (await world.project()).projectId },
    body: { projectName: 'Changed' },
  }),
  copyProject: async (world) => ({
    params: { id: (await world.project()).projectId },
    body: { projectName: 'Made again' },
  }),
  patchProjects: async (world) => ({
    body: { changes: [{ projectId: (await world.project()).projectId, fields: { priority: 70 } }] },
  }),
  patchProject: async (world) => ({ params: { id: (await world.project()).projectId }, body: { priority: 70 } }),
  deleteProject: async (world) => ({ params: { id: (await world.project()).projectId } }),
  getProjectFlow: () => ({}),
  getDelivery: () => ({}),
  postMcp: () => ({ headers: mcpHeaders, body: { jsonrpc: '2.0', id: 1, method: 'ping' } }),
  listAssistantCalls: () => ({}),
  getLoadDays: () => ({}),
  getLoadDay: async (world) => ({
    query: `?categoryId=${await world.made('/categories', 'categoryId', { name: world.unique('Saw') })}&day=2026-11-18`,
  }),
  getLoadMatrix: () => ({}),
  getLoadCell: async (world) => ({
    query: `?week=2026-11-16&categoryId=${await world.made('/categories', 'categoryId', { name: world.unique('Centre') })}`,
  }),
  getLateCauses: () => ({}),
  getEstimateAccuracy: () => ({}),
  getLearnedPaces: () => ({}),
  getTrackRecord: () => ({}),
  getPacedOperations: async (world) => ({
    query: `?basis=workCenter&categoryId=${await world.made('/categories', 'categoryId', { name: world.unique('Centre') })}`,
  }),
  getDashboard: () => ({}),
  listProjectHistory: async (world) => ({ params: { id: (await world.project()).projectId } }),
  listProjectOperations: async (world) => ({ params: await world.project() }),
  listOperationsOfProject: async (world) => ({ params: await world.project() }),
  batchOperations: async (world) => ({ query: `?projectIds=${(await world.project()).projectId}` }),
  getOperation: async (world) => ({ params: await world.operation() }),
  createOperation: async (world) => ({ params: await world.project(), body: { name: 'Cut' } }),
  addOperation: async (world) => ({
    params: { ...(await world.project()), operationId: randomUUID() },
    body: { name: 'Cut' },
  }),
  addOperations: async (world) => ({
    params: await world.project(),
    body: [{ operationId: randomUUID(), name: 'Cut' }],
  }),
  putOperation: async (world) => ({ params: await world.operation(), body: { notes: 'Changed' } }),
  postProgress: async (world) => ({ params: await world.operation(), body: { progressPercentage: 40 } }),
  deleteOperation: async (world) => ({ params: await world.operation() }),
  listWorkIntervals: async (world) => ({ params: await world.operation() }),
  addWorkInterval: async (world) => {
    const { projectId, operationId } = await world.interval()
    return { params: { projectId, operationId }, body: workedHour }
  },
  changeWorkInterval: async (world) => ({ params: await world.interval(), body: workedHour }),
  removeWorkInterval: async (world) => ({ params: await world.interval() }),
  reportWorkTime: async (world) => ({ params: await world.operation(), body: { kind: 'start' } }),
  reorderOperations: async (world) => {
    const { projectId, operationId } = await world.operation()
    return { params: { projectId }, body: { operationIds: [operationId] } }
  },
  moveOperations: oneMove,
  askMovesEffect: oneMove,

  listHistory: () => ({}),
  exportHistory: () => ({}),
  listChanges: () => ({}),
  undoChange: async (world) => ({ params: { changeId: await changeOf(world) } }),
  redoChange: async (world) => ({ params: { changeId: await changeOf(world) } }),
  undoLast: () => ({}),
  redoLast: () => ({}),

  listOperationRows: () => ({ query: '?tab=overdue&groupBy=project' }),
  listOperationGroups: () => ({ query: '?groupBy=project' }),
  exportOperations: () => ({}),
  bulkChangeOperations: async (world) => {
    const { operationId } = await world.operation()
    return { body: { target: { operations: [{ operationId }] }, action: { kind: 'hold' } } }
  },
  previewMove: async (world) => {
    const { operationId } = await world.operation()
    return { body: { target: { operations: [{ operationId }] }, action: { kind: 'nextFreeSlot' } } }
  },
  listOwnOperations: async (world) => {
    const { operationId } = await world.operation()
    return { body: { target: { operations: [{ operationId }] } } }
  },
  snoozeOperations: async (world) => {
    const { operationId } = await world.operation()
    const untilDate = daysFrom(new Date(), 13)
    return { body: { target: { operations: [{ operationId }] }, untilDate, reason: 'Waits for steel' } }
  },
  unsnoozeOperations: async (world) => {
    const { operationId } = await world.operation()
    return { body: { target: { operations: [{ operationId }] } } }
  },
  postSampleShop: async (world) => {
    await withoutSample(world)
    return {}
  },
  deleteSampleShop: async (world) => {
    await withoutSample(world)
    await world.admin.post('/sample-shop')
    return {}
  },
  listRoutingTemplates: () => ({}),
  postRoutingTemplate: async (world) => ({
    body: { name: world.unique('Routing'), projectId: (await world.operation()).projectId },
  }),
  putRoutingTemplate: async (world) => ({
    params: { id: await routing(world) },
    body: { name: world.unique('Renamed') },
  }),
  deleteRoutingTemplate: async (world) => ({ params: { id: await routing(world) } }),
  addRoutingTemplate: async (world) => ({
    params: { id: await routing(world) },
    body: { projectId: (await world.project()).projectId },
  }),
  listSavedViews: () => ({ query: '?screen=overdue' }),
  postSavedView: (world) => ({ body: view(world) }),
  putSavedView: async (world) => ({
    params: { id: await world.made('/saved-views', 'viewId', { ...view(world), shared: true }) },
    body: { search: { tab: 'atRisk' } },
  }),
  deleteSavedView: async (world) => ({
    params: { id: await world.made('/saved-views', 'viewId', { ...view(world), shared: true }) },
  }),

  scheduleAll: async (world) => {
    await world.endRuns()
    return { body: { preview: true } }
  },
  scheduleProject: async (world) => {
    await world.endRuns()
    return { params: { id: (await world.project()).projectId }, body: { preview: true } }
  },
  scheduleSelected: async (world) => {
    await world.endRuns()
    const { operationId } = await world.operation()
    return { body: { target: { operations: [{ operationId }] } } }
  },
  searchRecords: () => ({ query: '?q=1042+weld' }),
  listRuns: () => ({}),
  getRun: async (world) => ({ params: { runId: await world.run() } }),
  cancelRun: async (world) => ({ params: { runId: await world.run() } }),
  endRunSearch: async (world) => ({ params: { runId: await world.run() } }),
  revertRun: async (world) => ({ params: { runId: await world.run() } }),
  getRunResult: async (world) => ({ params: { runId: await world.run() } }),
  listRunChanges: async (world) => ({ params: { runId: await world.run() } }),

  getSchedulingEffect: () => ({}),
  getMorningPlan: () => ({}),
  listProposals: () => ({}),
  postProposal: async (world) => ({ body: await urgent(world) }),
  getProposal: async (world) => ({ params: await proposal(world) }),
  refreshProposal: async (world) => ({ params: await proposal(world), body: {} }),
  putProposalName: async (world) => ({ params: await proposal(world), body: { name: 'Rush the press' } }),
  applyProposal: async (world) => ({ params: await proposal(world), headers: { 'If-Match': '1' } }),
  askForProposal: async (world) => ({
    params: await proposal(world),
    body: { note: 'Rush' },
    headers: { 'If-Match': '1' },
  }),
  declineProposal: async (world) => ({ params: await askedProposal(world), body: { word: 'Not now' } }),
  deleteProposal: async (world) => ({ params: await proposal(world) }),

  askPromiseDate: () => ({ body: smallWork }),
  askPromiseOdds: () => ({ body: { question: smallWork, kind: 'behindAll' } }),
  createPromisedProject: () => ({
    body: { question: smallWork, kind: 'behindAll', seen: { shipDate: openMonday, delayedCount: 0 }, project: {} },
  }),

  readImport: () => ({ body: { text: 'Project number,Operation\n1,Cut' } }),
  previewImport: (world) => ({ body: smallTable(world) }),
  commitImport: async (world) => {
    const table = smallTable(world)
    const { body } = await world.admin.post('/imports/preview', table)
    return { body: { ...table, seen: body.seen, leavesOutFailed: false } }
  },
  previewSettingsImport: (world) => ({ body: smallSettings(world) }),
  commitSettingsImport: async (world) => {
    const table = smallSettings(world)
    const { body } = await world.admin.post('/imports/settings/preview', table)
    return { body: { ...table, seen: body.seen, leavesOutFailed: false } }
  },

  ...sourceRequests,

  exportProjects: async (world) => ({ body: { projectIds: [(await world.project()).projectId], format: 'csv' } }),
  exportOperationTable: () => ({ query: '?format=xml' }),
  exportShop: () => ({ query: '?weeks=4' }),
  listScheduledExports: () => ({}),
  postScheduledExport: async (world) => {
    await withoutExports(world)
    return { body: scheduledExport(world) }
  },
  patchScheduledExport: async (world) => ({ params: await madeExport(world), body: { isPaused: true } }),
  deleteScheduledExport: async (world) => ({ params: await madeExport(world) }),
  sendScheduledExport: async (world) => ({ params: await madeExport(world) }),
  readScheduledExport: async (world) => ({ params: await madeExport(world) }),

  getSchedule: () => ({ query: '?since=0' }),
  getForecastDates: () => ({}),
  getRunDates: async (world) => ({ params: { runId: await world.run() } }),
  getUnplacedReasons: () => ({}),
  getPlacement: async (world) => ({ params: { operationId: (await world.operation()).operationId } }),

  listFloorDevices: () => ({}),
  postFloorDevice: async (world) => ({ body: await floorDevice(world) }),
  postFloorDeviceCode: async (world) => ({ params: { deviceId: await madeDevice(world, 'deviceId') } }),
  deleteFloorDevice: async (world) => ({ params: { deviceId: await madeDevice(world, 'deviceId') } }),
  listWorkers: () => ({}),
  listWorkerNames: () => ({}),
  postWorker: (world) => ({ body: worker(world) }),
  putWorker: async (world) => ({
    params: { workerId: await madeWorker(world) },
    body: { name: world.unique('Person') },
  }),
  deleteWorker: async (world) => ({ params: { workerId: await madeWorker(world) } }),
  listFloorEntries: async (world) => ({ params: await world.operation() }),
  getFloorPlaceOf: async (world) => ({ params: { operationId: (await floorReport(world)).operationId } }),
  postFloorSignIn: async (world) => ({ body: { code: await madeDevice(world, 'pairingCode') } }),
  postFloorSignOut: () => ({}),
  getFloorQueue: () => ({}),
  postFloorReport: async (world) => ({ body: await floorReport(world) }),
  getMyFloorQueue: async (world) => ({ query: `?workCenterIds=${await centerOnFloor(world)}` }),
  postMyFloorReport: async (world) => ({
    query: `?workCenterIds=${await centerOnFloor(world)}`,
    body: await floorReport(world),
  }),

  listApiTokens: () => ({}),
  postApiToken: (world) => ({ body: apiToken(world) }),
  // The token belongs to the planner who created it.
  deleteApiToken: async (world) => {
    const made = await world.server.as(world.home.planner).post('/api-tokens', apiToken(world))
    return { params: { tokenId: made.body.tokenId } }
  },
  listCalendarFeeds: () => ({}),
  postCalendarFeed: async (world) => ({ body: await world.project() }),
  // The feed belongs to the planner who created it.
  deleteCalendarFeed: async (world) => {
    const made = await world.server.as(world.home.planner).post('/calendar-feeds', await world.project())
    return { params: { feedId: made.body.feedId } }
  },
  listStatusLinks: async (world) => ({ params: { id: (await world.project()).projectId } }),
  previewStatus: async (world) => ({ params: { id: (await world.project()).projectId } }),
  postStatusLink: async (world) => ({ params: { id: (await world.project()).projectId }, body: statusLink }),
  listAllStatusLinks: () => ({}),
  deleteStatusLink: async (world) => {
    const { projectId } = await world.project()
    return { params: { linkId: await world.made(`/projects/${projectId}/status-links`, 'linkId', statusLink) } }
  },
  // Anyone with the address can read it, signed in or not.
  getCalendar: async (world) => ({
    params: { token: await world.made('/calendar-feeds', 'linkToken', await world.project()) },
  }),

  listCategories: () => ({}),
  postCategory: (world) => ({ body: { name: world.unique('Category') } }),
  putCategory: async (world) => ({ params: { id: await category(world) }, body: { capacity: 2 } }),
  deleteCategory: async (world) => ({ params: { id: await category(world) } }),
  listCategoryUsage: () => ({}),
  putCategoryOrder: async (world) => {
    await category(world)
    const { body } = await world.admin.get('/categories')
    return { body: { categoryIds: body.map(({ categoryId }: { categoryId: string }) => categoryId) } }
  },
  listShifts: () => ({}),
  postShift: (world) => ({ body: shift(world) }),
  putShift: async (world) => ({
    params: { id: await world.made('/shifts', 'shiftId', shift(world)) },
    body: { description: 'x' },
  }),
  deleteShift: async (world) => {
    // The first pattern of an organization becomes its default and cannot be deleted.
    await world.made('/shifts', 'shiftId', shift(world))
    return { params: { id: await world.made('/shifts', 'shiftId', shift(world)) } }
  },
  listHolidays: () => ({}),
  postHoliday: (world) => ({ body: holiday(world) }),
  putHoliday: async (world) => ({
    params: { id: await world.made('/holidays', 'holidayId', holiday(world)) },
    body: { name: 'x' },
  }),
  deleteHoliday: async (world) => ({ params: { id: await world.made('/holidays', 'holidayId', holiday(world)) } }),
  importHolidays: () => ({ body: { ics: 'BEGIN:VCALENDAR\nEND:VCALENDAR', dryRun: true } }),
  listHolidayRegions: () => ({}),
  listHolidayTemplates: () => ({}),
  getHolidayTemplate: async (world) => ({ params: { id: await madeTemplate(world) } }),
  postHolidayTemplate: (world) => ({ body: template(world) }),
  putHolidayTemplate: async (world) => ({
    params: { id: await madeTemplate(world) },
    body: { name: world.unique('Renamed') },
  }),
  deleteHolidayTemplate: async (world) => ({ params: { id: await madeTemplate(world) } }),
  applyHolidayTemplate: async (world) => ({ params: { id: await madeTemplate(world) } }),
  copyHolidayTemplate: async (world) => ({ params: { id: await madeTemplate(world) } }),
  listCalendarExceptions: () => ({}),
  postCalendarException: (world) => ({ body: exception(world) }),
  deleteCalendarException: async (world) => ({
    params: { id: await world.made('/calendar-exceptions', 'exceptionId', exception(world)) },
  }),
}

/** Changes an operation as the admin of home; any planner may undo this change. */
const changeOf = async (world: World): Promise<string> => {
  const { projectId, operationId } = await world.operation()
  await world.admin.put(`/project-operations/projects/${projectId}/operations/${operationId}`, { notes: 'x' })
  return (await world.admin.get('/changes')).body[0].changeId
}

const statusLink = { showsForecast: true, expires: 'in30Days' }

const category = (world: World) => world.made('/categories', 'categoryId', { name: world.unique('Category') })
const madeTemplate = (world: World) => world.made('/holiday-templates', 'templateId', template(world))

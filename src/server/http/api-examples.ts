/** Ids of the examples. */
const projectId = '01a20000-0000-4000-8000-000000001042'
const operationId = '01a20000-0000-4000-8000-000000000010'
const secondOperationId = '01a20000-0000-4000-8000-000000000020'
const workCenterId = '01a20000-0000-4000-8000-0000000000c1'

const target = { operations: [{ operationId }] }
const moves = [
  { operationId, scheduledStartDate: '2026-12-01T08:00:00-05:00', scheduledEndDate: '2026-12-01T15:30:00-05:00' },
]
const week = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, fromMinute: 360, toMinute: 870 }))
const breaks = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, fromMinute: 600, toMinute: 630 }))
const shift = { name: 'Day shift', versions: [{ effectiveFrom: null, periods: week, breaks }] }
const steps = [
  { name: 'Laser cut', categoryId: workCenterId, durationHours: 6 },
  { name: 'Weld', categoryId: workCenterId, durationHours: 14 },
]
const urgent = { kind: 'project', projectId, fields: { priority: 90 } }
const view = { screen: 'overdue', name: 'Late welding', search: { tab: 'overdue', categoryIds: [workCenterId] } }

const erp = {
  kind: 'address',
  url: 'https://erp.example.com/export/orders.csv',
  signIn: { kind: 'basic', user: 'scheduler' },
}
const source = {
  name: 'Orders of the ERP system',
  origin: erp,
  secret: 'the password',
  schedule: { kind: 'daily', at: '05:30', weekdays: [1, 2, 3, 4, 5] },
  reading: {
    columns: [
      { title: 'Order', nth: 1, field: 'projectNumber' },
      { title: 'Step', nth: 1, field: 'operationName' },
      { title: 'Due', nth: 1, field: 'shipDate' },
    ],
    dateOrder: 'dmy',
    chained: true,
  },
  rules: { vanished: 'hold', ours: ['shipDate'], mostChangedPercent: 30 },
}

/** A body for every call of planning, by the name of the call. A test checks them against the contract. */
export const apiExamples: Readonly<Record<string, unknown>> = {
  putTenantSettings: { freezeWorkingDays: 2, weekStartsOn: 1 },
  postProject: {
    projectName: 'Pump skid PS-12',
    customerName: 'Harbor Logistics',
    priority: 60,
    currentPhase: 'production',
    plannedShipDate: '2027-02-26',
  },
  putProject: { projectName: 'Pump skid PS-12', plannedShipDate: '2027-03-05' },
  patchProject: { priority: 80 },
  patchProjects: { changes: [{ projectId, fields: { priority: 80 } }] },

  readSourceSample: { origin: erp, secret: 'the password' },
  postDataSource: source,
  patchDataSource: { isPaused: true },
  runDataSource: { appliesAll: false },
  postScheduledExport: {
    name: 'Dates for the ERP',
    target: {
      kind: 'address',
      method: 'POST',
      url: 'https://erp.example.com/api/dates',
      signIn: { kind: 'header', header: 'Authorization' },
    },
    secret: 'token key:secret',
    datesOf: 'projects',
    format: 'json',
    importedOnly: true,
    schedule: { kind: 'daily', at: '05:30', weekdays: [1, 2, 3, 4, 5] },
  },
  patchScheduledExport: { isPaused: true },
  decideSourceRun: { applies: true, seen: 'the name of the effect, from GET /sources/{id}/runs/{runId}' },

  copyProject: { projectName: 'Pump skid PS-13', plannedShipDate: '2027-04-30', quantity: 2 },
  postRoutingTemplate: { name: 'Pump skid', projectId },
  putRoutingTemplate: { name: 'Pump skid, two pumps' },
  addRoutingTemplate: { projectId, quantity: 2 },

  createOperation: { name: 'Weld frame', categoryId: workCenterId, durationHours: 14 },
  addOperation: { name: 'Weld frame', categoryId: workCenterId, durationHours: 14 },
  addOperations: [
    { operationId, name: 'Laser cut', categoryId: workCenterId, durationHours: 6 },
    { operationId: secondOperationId, name: 'Weld', durationHours: 14, dependencies: [operationId] },
  ],
  putOperation: { durationHours: 16, notes: 'Second welder from Tuesday' },
  postProgress: { progressPercentage: 40 },
  addWorkInterval: {
    startedAt: '2026-12-01T08:00:00-05:00',
    endedAt: '2026-12-01T11:30:00-05:00',
    workerName: 'Ana Ruiz',
  },
  changeWorkInterval: { endedAt: '2026-12-01T12:00:00-05:00' },
  reportWorkTime: { kind: 'pause' },
  reorderOperations: { operationIds: [operationId, secondOperationId] },
  moveOperations: { moves },
  askMovesEffect: { moves },

  bulkChangeOperations: { target, action: { kind: 'hold' } },
  previewMove: { target, action: { kind: 'nextFreeSlot' } },
  listOwnOperations: { target },
  snoozeOperations: { target, untilDate: '2026-12-04', reason: 'Steel arrives on Thursday' },
  unsnoozeOperations: { target },
  postSavedView: view,
  putSavedView: { name: 'Late welding and bending' },

  scheduleAll: { effort: 'balanced' },
  scheduleProject: { preview: true },
  scheduleSelected: { target },
  postProposal: { changes: [urgent], method: 'keepSequence' },
  refreshProposal: { changes: [urgent], method: 'optimize' },
  askForProposal: { note: 'The pump skid has to ship on Friday' },
  declineProposal: { word: 'The frame comes first' },
  putProposalName: { name: 'Rush the pump skid' },
  askPromiseDate: { operations: steps, priority: 50, earliestStart: null },
  askPromiseOdds: { question: { operations: steps, priority: 50, earliestStart: null }, kind: 'behindAll' },
  createPromisedProject: {
    question: { operations: steps, priority: 50, earliestStart: null },
    kind: 'behindAll',
    seen: { shipDate: '2026-12-18T23:59:59.999Z', delayedCount: 0 },
    project: { projectName: 'Pump skid PS-13' },
  },

  postCategory: { name: 'Laser cutting', capacity: 2 },
  putCategory: { capacity: 3 },
  putCategoryOrder: { categoryIds: [workCenterId] },
  postShift: shift,
  putShift: { description: 'From six to half past two' },
  postHoliday: { name: 'Inventory', date: '2027-01-04' },
  putHoliday: { name: 'Inventory, morning', fromMinute: 360, toMinute: 720 },
  importHolidays: {
    ics: 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20270104\r\nSUMMARY:Inventory\r\nEND:VEVENT\r\nEND:VCALENDAR',
    dryRun: true,
  },
  postHolidayTemplate: { name: 'Plant shutdown', items: [{ name: 'Shutdown', date: '2026-12-28' }] },
  putHolidayTemplate: { name: 'Winter shutdown' },
  postCalendarException: {
    kind: 'overtime',
    name: 'Saturday shift',
    startsAt: '2026-12-05T06:00:00-05:00',
    endsAt: '2026-12-05T12:00:00-05:00',
    categoryId: workCenterId,
  },
  undoLast: {},
}

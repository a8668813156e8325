import { describe, expect, it } from 'vitest'
import { NotificationCause } from '#contract/notifications.ts'
import { notificationText } from './notification-text.ts'
import { type Announcement, summarize } from './summarize.ts'
import { wantsNotification } from './wants-notification.ts'

const project = { projectId: 'p', projectNumber: '1042', projectName: 'Press Frame' }
const operation = { ...project, operationId: 'o', operationName: 'Weld' }
const run = { runId: 'r', projectName: null, startedBy: 'Dana' }
const ship = { latenessDays: 3, plannedShipDate: '2026-12-01T14:00:00.000Z' }
const full = { code: 'workCentreBusy', operationName: 'Weld', waitsFor: 'Bore', workCentre: 'Mill 2' } as const
const several = { count: 7, projects: [project, { ...project, projectNumber: '1043', projectName: 'Crane' }] }
const figures = { preview: false, changedOperations: 12, unplacedOperations: 1, lateProjects: 3, lateProjectsBefore: 5 }

const texts: [NotificationCause, string, string][] = [
  [
    { code: 'runFinished', ...run, ...figures },
    'Scheduling finished',
    'Dana scheduled all projects: 12 operations moved, 3 projects late (5 before), 1 operation not scheduled.',
  ],
  [
    {
      code: 'runFinished',
      ...run,
      ...figures,
      preview: true,
      changedOperations: 0,
      unplacedOperations: 0,
      lateProjects: 1,
    },
    'Preview finished',
    'Dana previewed all projects: nothing moved, 1 project late (5 before).',
  ],
  [
    { code: 'runFinished', ...run, ...figures, changedOperations: 1200, madeBy: 'proposal' },
    'Proposal applied',
    'Dana applied a proposal: 1,200 operations moved, 3 projects late (5 before), 1 operation not scheduled.',
  ],
  [
    { code: 'runFinished', ...run, ...figures, unplacedOperations: 0, madeBy: 'promiseDate' },
    'Project created as promised',
    'Dana created a project as promised: 12 operations moved, 3 projects late (5 before).',
  ],
  [
    {
      code: 'runFinished',
      ...run,
      ...figures,
      unplacedOperations: 0,
      movedAsForecast: 12,
      madeBy: 'promiseDate',
      created: { projectNumber: '1071', operations: 5 },
    },
    'Project #1071 created as promised',
    'Dana created project #1071 as promised: its 5 operations scheduled; 12 more were behind plan and were moved to their forecast dates; 3 projects late (5 before).',
  ],
  [
    { code: 'runFailed', ...run, projectName: '#1042 Press Frame', cause: 'dataChanged' },
    'Scheduling failed',
    'The run over #1042 Press Frame failed. The plan kept changing during the run, so the new one was not used. Start the run again.',
  ],
  [
    { code: 'projectLate', ...project, ...ship, overdue: false },
    '#1042 Press Frame will be late',
    'Its work will end 3 days after the ship date 2026-12-01.',
  ],
  [
    { code: 'projectLate', ...project, ...ship, latenessDays: null, overdue: true },
    '#1042 Press Frame is past due',
    'Its ship date 2026-12-01 has passed.',
  ],
  [
    { code: 'projectLate', ...project, ...ship, overdue: false, mainCause: { ...full, days: 9.2 } },
    '#1042 Press Frame will be late',
    'Its work will end 3 days after the ship date 2026-12-01. Main cause: Weld waits 9 days for Mill 2.',
  ],
  [
    {
      code: 'projectLate',
      ...project,
      ...ship,
      overdue: true,
      mainCause: { code: 'noSlack', operationName: null, waitsFor: null, workCentre: null, days: 3 },
    },
    '#1042 Press Frame is past due',
    'Its ship date 2026-12-01 has passed; its work will end 3 days after it. Main cause: the work itself does not fit before the ship date.',
  ],
  [
    { code: 'projectRecovered', ...project, ...ship, latenessDays: -1 },
    '#1042 Press Frame is on time again',
    'Its plan meets the ship date 2026-12-01.',
  ],
  [
    { code: 'projectsLate', ...several },
    '7 projects became late or past due',
    '#1042 Press Frame, #1043 Crane and others.',
  ],
  [
    { code: 'operationUnblocked', ...operation, because: 'predecessorsDone' },
    'Weld can start',
    'Everything it waited for in #1042 Press Frame is finished.',
  ],
  [
    { code: 'piecesScrapped', ...operation, scrap: 2, quantity: 14, reason: 'porosity' },
    '2 of 14 pieces scrapped at Weld (porosity)',
    '#1042 Press Frame.',
  ],
  [
    { code: 'piecesScrapped', ...operation, scrap: 1, quantity: null, reason: '' },
    '1 piece scrapped at Weld',
    '#1042 Press Frame.',
  ],
  [
    {
      code: 'planAsked',
      proposalId: 'q',
      name: 'Saturday',
      askedBy: 'Ben',
      note: 'Steel came early',
      movedOperations: 12,
      movedAsForecast: 2,
      movedProjects: 3,
      becameLate: 1,
      recovered: 2,
    },
    'Ben asks you to apply Saturday',
    'In 3 projects, 10 operations would move; 2 more were behind plan and would be moved to their forecast dates. 1 project would become late, 2 projects would recover. “Steel came early”',
  ],
  [
    {
      code: 'planAsked',
      proposalId: 'q',
      name: '',
      askedBy: 'Ben',
      note: '',
      movedOperations: 0,
      movedProjects: 0,
      becameLate: 0,
      recovered: 0,
    },
    'Ben asks you to apply a plan',
    'Nothing would move.',
  ],
  [
    { code: 'planDeclined', proposalId: 'q', name: 'Saturday', declinedBy: 'Ana', word: 'The frame comes first' },
    'Ana declined your proposal',
    'Saturday: The frame comes first',
  ],
  [
    { code: 'planApplied', proposalId: 'q', name: '', appliedBy: 'Ana', movedOperations: 1 },
    'Ana applied your proposal',
    '1 operation moved.',
  ],
  [
    { code: 'accessAnswered', granted: false, decidedBy: 'Alex', note: null },
    'Your request for admin access was refused',
    'Alex refused your request.',
  ],
]

describe('the sentence of a notification', () => {
  it.each(texts)('%o', (cause, title, message) => {
    expect(NotificationCause.parse(cause)).toEqual(cause)
    expect(notificationText(cause, (iso) => iso.slice(0, 10))).toEqual({ title, message })
  })

  it('a note is shown in the words of its author', () => {
    expect(notificationText({ code: 'note', fromUserId: 'u', fromName: 'Dana' }, String)).toBeNull()
  })
})

describe('who wants a notification', () => {
  const late = { code: 'projectLate', category: 'Project' } as const
  const unblocked = { code: 'operationUnblocked', category: 'Schedule' } as const
  const switches = { system: true, project: true, schedule: true, user: true, analytics: true }
  const settings = { emailNotifications: true, projectNotifications: true, taskReminders: true }

  it.each([
    ['a user without preferences is notified', {}, {}, true, true],
    ['a user who turned everything off is not notified', { notifications: false }, {}, false, false],
    [
      'a user who turned the category off is not notified',
      {},
      { notificationCategories: { ...switches, project: false } },
      false,
      true,
    ],
    [
      'a user who turned project notifications off is not notified',
      {},
      { notifications: { ...settings, projectNotifications: false } },
      false,
      true,
    ],
    [
      'a user who turned task reminders off is not notified',
      {},
      { notifications: { ...settings, taskReminders: false } },
      true,
      false,
    ],
    [
      'the e-mail preference does not matter',
      {},
      { notifications: { ...settings, emailNotifications: false } },
      true,
      true,
    ],
  ])('%s', (_, preferences, chosen, wantsLate, wantsUnblocked) => {
    expect(wantsNotification({ preferences, settings: chosen }, late)).toBe(wantsLate)
    expect(wantsNotification({ preferences, settings: chosen }, unblocked)).toBe(wantsUnblocked)
  })
})

describe('several notifications of a kind', () => {
  const late = (n: number): Announcement => ({
    to: 'members',
    cause: { code: 'projectLate', ...project, projectId: `p${n}`, ...ship, overdue: false },
    subject: null,
    key: `late:p${n}`,
  })
  const unblocked = (n: number): Announcement => ({
    to: { workedOn: [`p${n % 2}`] },
    cause: { code: 'operationUnblocked', ...operation, projectId: `p${n % 2}`, because: 'released' },
    subject: null,
  })
  const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))

  it('up to five notifications stay separate, and more are merged into one', () => {
    expect(summarize(times(5, late))).toEqual(times(5, late))
    const [one, ...rest] = summarize([...times(6, late), ...times(2, unblocked)])
    expect(one).toMatchObject({ to: 'members', cause: { code: 'projectsLate', count: 6 } })
    expect(one?.cause).toHaveProperty('projects.length', 3)
    expect(rest).toEqual(times(2, unblocked))
  })

  it('a merged notification reaches everyone that one of them would have reached', () => {
    const [one] = summarize(times(6, unblocked))
    expect(one).toMatchObject({ to: { workedOn: ['p0', 'p1'] }, cause: { code: 'operationsUnblocked', count: 6 } })
    expect(one?.cause).toHaveProperty('projects.length', 2)
  })
})

import { describe, expect, it } from 'vitest'
import { postLogin } from './auth.ts'
import { Category } from './categories.ts'
import { Holiday, HolidayTemplate } from './holidays.ts'
import { Notification } from './notifications.ts'
import { Operation } from './operations.ts'
import { Project } from './projects.ts'
import { SchedulingRun, scheduleAll } from './scheduling-runs.ts'
import { Shift } from './shifts.ts'
import { TenantSummary } from './tenants.ts'
import { ListedUser, putSettings } from './users.ts'

describe('a record with only the specified fields', () => {
  it.each([
    [
      'a project',
      Project,
      { projectId: 'p' },
      { status: 'New', currentPhase: 'engineering', priority: 50, version: 0 },
    ],
    ['an operation', Operation, { operationId: 'o' }, { status: 'Pending', progressPercentage: 0, dependencies: [] }],
    ['a category', Category, { categoryId: 'c', name: 'Weld' }, { color: '#3498db', capacity: 1, kind: 'inside' }],
    [
      'a user',
      ListedUser,
      { id: 'u', tenantId: 't' },
      { userId: 'u', role: 'User', status: 'Active', openSessions: 0 },
    ],
    ['a tenant', TenantSummary, { id: 't' }, { tenantId: 't', name: '' }],
    ['a shift', Shift, { shiftId: 's' }, { name: '', versions: [] }],
    ['a holiday', Holiday, { holidayId: 'h' }, { name: '', date: '', rule: null }],
    ['a holiday template', HolidayTemplate, { templateId: 't', isSystemTemplate: 'True' }, { isSystemTemplate: true }],
    ['a run', SchedulingRun, { percent: '40', status: 'running' }, { percent: 40, status: 'Running', runId: '' }],
  ])('is read as %s', (_kind, schema, record, read) => expect(schema.parse(record)).toMatchObject(read))

  it('is read as a notification, whose id and time are made up when it has none', () => {
    const plain = { title: 'Crane is free', type: 'Success', category: 'project', priority: 'High' }
    const read = Notification.parse(plain)
    expect(read).toMatchObject({
      id: 'Crane is free',
      type: 'success',
      category: 'Project',
      priority: 'high',
      read: false,
      cause: null,
      subject: null,
      actions: [],
    })
    expect(Math.abs(Date.parse(read.timestamp) - Date.now())).toBeLessThan(60_000)
    expect(Notification.safeParse({ type: 'info' }).success).toBe(false)
  })

  it('is read as an operation from the other spellings of its dates', () => {
    const from = (fields: object) => Operation.parse({ operationId: 'o', ...fields })
    const date = '2026-11-18T08:00:00Z'
    for (const name of ['scheduledStartDate', 'scheduledStart', 'startDate']) {
      expect(from({ [name]: date })).toMatchObject({ scheduledStartDate: date, startDate: date })
    }
    const begun = from({ scheduledStartDate: null, startDate: date, actualStartDate: date })
    expect(begun).toMatchObject({ scheduledStartDate: null, startDate: date })
    expect(from({ dependsOnOperationId: 'p' }).dependencies).toEqual(['p'])
    expect(from({ dependencies: ['p', 'q'] }).dependsOnOperationId).toBe('p')
  })

  it.each([
    ['in_progress', 'In Progress', undefined],
    ['Delayed', 'In Progress', 'Delayed'],
    ['done', 'Completed', 'done'],
    ['Waiting for paint', 'New', 'Waiting for paint'],
  ])('is read as a project with the status %s', (word, status, statusText) => {
    const read = Project.parse({ projectId: 'p', status: word })
    expect([read.status, read.statusText]).toEqual([status, statusText])
  })

  it('is read as a cancelled project when its status says so and it has no phase', () => {
    expect(Project.parse({ projectId: 'p', status: 'Canceled' }).currentPhase).toBe('cancelled')
    expect(Project.parse({ projectId: 'p', status: 'Canceled', currentPhase: 'shipped' }).currentPhase).toBe('shipped')
  })
})

describe('the answer of another server', () => {
  it('to a login needs no word of success', () => {
    const login = (body: object) => postLogin.response.parse(body)
    const dana = { userId: 'u', email: 'dana@example.com', isSuperAdmin: 'True' }
    expect(login(dana)).toMatchObject({ success: true, isSuperAdmin: true, requiresTenantSelection: true })
    expect(login({ ...dana, tenantId: 't' })).toMatchObject({ requiresTenantSelection: false, availableTenants: [] })
    expect(login({ success: false })).toMatchObject({ success: false, error: null })
  })

  it('to saved settings is a message, and to a run may be nothing', () => {
    expect(putSettings.response.parse({ message: 'Saved' })).toEqual({ message: 'Saved', settings: undefined })
    expect(scheduleAll.response.parse(undefined)).toMatchObject({ runId: '', status: 'Running' })
  })
})

import { describe, expect, it } from 'vitest'
import type { HistoryEntry } from '#contract/history.ts'
import { actionWords, runWords } from './change-words.ts'
import { logAction, logChange, logSubject, operationSubject } from './log-words.ts'

const entry = (overrides: Partial<HistoryEntry>): HistoryEntry => ({
  historyId: 'h',
  at: '2026-11-18T16:00:00.000Z',
  userId: null,
  userName: 'Dana Wells',
  source: 'screen',
  entity: 'project',
  entityId: 'abcdef01-0000-4000-8000-000000000000',
  projectId: null,
  action: 'update',
  changes: [],
  ...overrides,
})
const reader = {
  dates: { zone: 'UTC', dateFormat: 'MM/dd/yyyy', timeFormat: '12h' },
  nowMs: Date.parse('2026-11-18T16:00:00Z'),
  names: new Map<string, string>(),
} as const

describe('the words of the audit log', () => {
  it('name the record by its number, name or email, or by its id if it has none', () => {
    const name = { field: 'name', from: 'Old', to: 'New' }
    expect(logSubject(entry({ changes: [name] }))).toBe('New')
    expect(logSubject(entry({ changes: [{ field: 'email', from: 'a@b.c', to: null }] }))).toBe('a@b.c')
    expect(logSubject(entry({ changes: [name, { field: 'projectNumber', from: null, to: '1042' }] }))).toBe('#1042')
    expect(logSubject(entry({}))).toBe('abcdef01')
    const weld = { entity: 'operation', name: 'Weld frame' } as const
    expect(operationSubject(entry({ ...weld, projectNumber: '1042' }))).toBe('#1042 Weld frame')
    expect(operationSubject(entry(weld))).toBe('Weld frame')
    expect(logAction(entry({ action: 'delete', entity: 'category' }))).toBe('Removed work center')
  })

  it("give the date, the hours and the rule of a holiday in the reader's format", () => {
    const rule = { kind: 'date', month: 7, day: 4, observed: 'asIs' }
    const to = (field: string, value: unknown) => logChange({ field, from: null, to: value }, reader).to
    expect(['2017-12-24', null].map((day) => to('date', day))).toEqual(['12/24/17', 'none'])
    expect([720, 1_440].map((minute) => to('fromMinute', minute))).toEqual(['12:00 PM', '12:00 AM'])
    expect(to('rule', rule)).toContain('July')
  })

  it('the words count the days of a holiday template, and give the hours of each week of a shift pattern', () => {
    const words = (field: string, to: unknown) => logChange({ field, from: null, to }, reader)
    expect(words('items', [{ date: '2026-12-25', name: 'Christmas Day' }])).toMatchObject({
      label: 'Days',
      to: '1 holiday',
    })
    const periods = [{ weekday: 1, fromMinute: 360, toMinute: 840 }]
    const breaks = [{ weekday: 1, fromMinute: 600, toMinute: 630 }]
    const later = { effectiveFrom: '2027-01-04', periods: [...periods, ...periods], breaks: [] }
    expect(words('versions', [{ effectiveFrom: null, periods, breaks }, later])).toMatchObject({
      label: 'Weeks',
      to: '7.5 h in 1 period, from 01/04/27: 16 h in 2 periods',
    })
  })

  it('include a label and values for every changed field, even for fields without words of their own', () => {
    expect(logChange({ field: 'progressPercentage', from: 10, to: 40 }, reader)).toEqual({
      label: 'Progress',
      from: '10 %',
      to: '40 %',
    })
    expect(logChange({ field: 'isAdmin', from: false, to: true }, reader)).toEqual({
      label: 'Is admin',
      from: 'no',
      to: 'yes',
    })
    expect(logChange({ field: 'freezeWorkingDays', from: null, to: [1, 2] }, reader)).toEqual({
      label: 'Freeze working days',
      from: 'none',
      to: '[1,2]',
    })
  })

  it('the words describe an access by its name, and its limit by the names of the work centers', () => {
    const named = { ...reader, names: new Map([['w', 'Weld']]) }
    const words = (field: string, from: unknown, to: unknown) => Object.values(logChange({ field, from, to }, named))
    expect(words('access', 'view', 'plan')).toEqual(['Access', 'Viewer', 'Planner'])
    expect(words('requestedAccess', null, 'admin')).toEqual(['Requested access', 'none', 'Admin'])
    expect(words('adminRequest', 'Open', 'Granted')).toEqual(['Access request', 'Open', 'Granted'])
    expect(words('workCenterIds', null, ['w', 'x'])).toEqual(['Work centers', 'all', 'Weld, removed since'])
  })

  it('give the number of operations that a scheduling run moved, and the number of late projects', () => {
    const run = { entity: 'schedulingRun', entityId: 'r', source: 'run' } as const
    const moved = { field: 'changedOperations', from: null, to: 150 }
    const late = { field: 'lateProjects', from: 6, to: 5 }
    expect(runWords(entry({ ...run, changes: [moved, late] }))).toBe(
      'Schedule all: 150 operations moved, 5 projects late',
    )
    expect(actionWords(entry({ ...run, projectId: 'p', changes: [moved] }), new Map())).toBe(
      'Schedule project: 150 operations moved',
    )
    const asForecast = { field: 'movedAsForecast', from: null, to: 33 }
    expect(runWords(entry({ ...run, changes: [moved, late, asForecast] }))).toBe(
      'Schedule all: 117 operations moved; 33 more were behind plan and were moved to their forecast dates; 5 projects late',
    )
    const madeBy = { field: 'madeBy', from: null, to: 'promiseDate' }
    const created = { field: 'created', from: null, to: { projectNumber: '1071', operations: 5 } }
    const behind = { ...asForecast, to: 150 }
    expect(runWords(entry({ ...run, changes: [moved, behind, madeBy, created] }))).toBe(
      'Project #1071 created as promised: its 5 operations scheduled; 150 more were behind plan and were moved to their forecast dates',
    )
    const restored = { field: 'revertedOperations', from: null, to: 1 }
    expect(runWords(entry({ ...run, changes: [restored] }))).toBe('Schedule all reverted: 1 operation restored')
    expect(runWords(entry({}))).toBeNull()
  })
})

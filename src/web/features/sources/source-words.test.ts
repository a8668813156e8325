import { describe, expect, it } from 'vitest'
import type { DataSource, SourceRun, SourceRunFigures } from '#contract/data-sources.ts'
import {
  figuresWords,
  needsOf,
  nextRunWords,
  originWords,
  outcomeLook,
  resultWords,
  scheduleWords,
  timesWords,
} from './source-words.ts'

const nothing = { create: 0, update: 0, vanished: 0 }
const figures: SourceRunFigures = {
  rows: 20,
  doubtful: 4,
  projects: { create: 2, update: 1, vanished: 0 },
  operations: { create: 10, update: 2, vanished: 1 },
  keptOurs: 0,
  changedPercent: 12.5,
}
const run: SourceRun = {
  runId: 'r',
  startedAt: '2026-11-18T09:00:00Z',
  endedAt: '2026-11-18T09:00:05Z',
  trigger: 'clock',
  outcome: 'applied',
  fileName: 'orders.csv',
  fileBytes: 900,
  figures,
  problem: null,
  changeId: 'c',
  isUndone: false,
  decidedBy: null,
  openDoubts: 4,
}

const dates = { dateFormat: 'MM/dd/yyyy', timeFormat: '12h', zone: 'UTC' } as const
const source: DataSource = {
  sourceId: 's',
  version: 1,
  name: 'ERP orders',
  origin: { kind: 'folder', pattern: 'orders.csv' },
  hasSecret: false,
  schedule: { kind: 'hourly', minute: 0 },
  reading: { columns: [], dateOrder: 'auto', chained: false },
  rules: { vanished: 'keep', ours: [], mostChangedPercent: 30 },
  isPaused: false,
  createdBy: 'Ana Silva',
  createdAt: '2026-11-01T09:00:00Z',
  isMine: true,
  nextRunAt: null,
  failures: 0,
  isBroken: false,
  lastRun: null,
  waitingRunId: null,
  openDoubts: 0,
}

describe('the words of data sources', () => {
  it('say when a source runs, in the reader’s time format', () => {
    expect(scheduleWords({ kind: 'arrival' }, '12h')).toBe('When a file arrives')
    expect(scheduleWords({ kind: 'hourly', minute: 5 }, '12h')).toBe('Every hour at :05')
    const daily = (weekdays: number[]) => ({ kind: 'daily', at: '05:30', weekdays }) as const
    expect(scheduleWords(daily([5, 1, 2, 3, 4]), '12h')).toBe('Mon-Fri at 5:30 AM')
    expect(scheduleWords(daily([1, 3]), '24h')).toBe('Mon, Wed at 05:30')
    expect(scheduleWords(daily([1, 2, 3, 4, 5, 6, 7]), '24h')).toBe('Every day at 05:30')
  })

  it('name the next run, but no time for a folder that is only looked into', () => {
    const arrival = { ...source, schedule: { kind: 'arrival' }, nextRunAt: '2026-11-18T09:01:00Z' } as const
    expect(nextRunWords(arrival, dates)).toBe('With the next file')
    expect(nextRunWords({ ...arrival, failures: 1 }, dates)).toBe('Wed 11/18 9:01 AM')
    expect(nextRunWords({ ...arrival, nextRunAt: null }, dates)).toBe('With the next file')
    expect(nextRunWords({ ...source, nextRunAt: '2026-11-19T05:30:00Z' }, dates)).toBe('Thu 11/19 5:30 AM')
    expect(nextRunWords({ ...source, isPaused: true }, dates)).toBe('Paused')
  })

  it('say what needs a person, except failures of a source that is paused', () => {
    const broken = { ...source, failures: 3, isBroken: true, openDoubts: 2 }
    expect(needsOf(broken)).toEqual(['Failed three times', '2 doubtful rows'])
    expect(needsOf({ ...broken, isPaused: true, waitingRunId: 'r' })).toEqual([
      'A run waits for you',
      '2 doubtful rows',
    ])
    expect(needsOf(source)).toEqual([])
  })

  it('say where the file comes from, without the path of an address', () => {
    expect(originWords({ kind: 'folder', pattern: 'orders*.csv' })).toBe('Folder: orders*.csv')
    const url = 'https://erp.example.com:8443/export?key=1'
    expect(originWords({ kind: 'address', url, signIn: { kind: 'none' } })).toBe('erp.example.com:8443')
    expect(originWords({ kind: 'pushed' })).toBe('Pushed files')
  })

  it('count what a run did, and leave out zeros', () => {
    expect(figuresWords(figures, true)).toBe('12 created, 3 changed, 1 no longer there, 4 doubtful')
    expect(figuresWords({ ...figures, doubtful: 0, projects: nothing, operations: nothing }, true)).toBe('no changes')
    expect(resultWords({ ...run, outcome: 'waiting' })).toMatch(/^12 to create, 3 to change, /)
    expect(resultWords({ ...run, outcome: 'failed', figures: null, problem: 'No answer' })).toBe('No answer')
    expect(resultWords({ ...run, outcome: null, figures: null })).toBe('')
  })

  it('say of a run that was not applied what it would have done', () => {
    for (const outcome of ['waiting', 'dismissed', 'superseded'] as const) {
      expect(resultWords({ ...run, outcome })).toBe('12 to create, 3 to change, 1 no longer there, 4 doubtful')
    }
    expect(resultWords(run)).toBe('12 created, 3 changed, 1 no longer there, 4 doubtful')
  })

  it('name the outcome of a run, and say when it was undone', () => {
    expect(outcomeLook(run).word).toBe('Imported')
    expect(outcomeLook({ ...run, isUndone: true }).word).toBe('Undone')
    expect(outcomeLook({ ...run, outcome: null }).word).toBe('Running')
    expect([timesWords(3), timesWords(12)]).toEqual(['three times', '12 times'])
  })
})

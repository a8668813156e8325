import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '#testing/property-runs.ts'
import { applyWorkReport, type WorkInterval, type WorkReport } from './apply-work-report.ts'

let made = 0
/** The intervals after a report, as a server stores them. */
const after = (intervals: readonly WorkInterval[], report: WorkReport): WorkInterval[] => {
  const { ended, removed, opened } = applyWorkReport(intervals, report)
  const endOf = new Map(ended.map(({ intervalId, endMs }) => [intervalId, endMs]))
  const kept = intervals
    .filter(({ intervalId }) => !removed.includes(intervalId))
    .map((one) => ({ ...one, endMs: endOf.get(one.intervalId) ?? one.endMs }))
  if (!opened) return kept
  const { operationId, personId, time } = report
  made += 1
  return [...kept, { intervalId: `i${made}`, operationId, personId, time, ...opened }]
}

const report = (
  kind: WorkReport['kind'],
  atMs: number,
  { operationId = 'weld', personId = null as string | null, time = 'both' as WorkReport['time'] } = {},
): WorkReport => ({ kind, operationId, personId, time, atMs })
const all = (reports: readonly WorkReport[]) => reports.reduce(after, [] as WorkInterval[])
const spansOf = (intervals: readonly WorkInterval[]) =>
  intervals.map(({ operationId, personId, startMs, endMs }) => [operationId, personId, startMs, endMs])

describe('reports of work', () => {
  it('a pause ends the interval, and the next start begins another one', () => {
    expect(spansOf(all([report('start', 10), report('pause', 20), report('start', 30), report('stop', 45)]))).toEqual([
      ['weld', null, 10, 20],
      ['weld', null, 30, 45],
    ])
  })

  it('a report that arrives twice counts once', () => {
    const reports = [report('start', 10, { personId: 'Ana' }), report('pause', 20, { personId: 'Ana' })]
    const twice = reports.flatMap((one) => [one, one])
    expect(spansOf(all(twice))).toEqual([['weld', 'Ana', 10, 20]])
  })

  it('a person who starts another operation leaves the one before, unless a machine runs by itself', () => {
    const start = report('start', 10, { personId: 'Ana' })
    expect(spansOf(all([start, report('start', 15, { personId: 'Ana', operationId: 'cut' })]))).toEqual([
      ['weld', 'Ana', 10, 15],
      ['cut', 'Ana', 15, null],
    ])
    const machine = report('start', 15, { personId: 'Ana', operationId: 'cut', time: 'machine' })
    expect(spansOf(all([start, machine]))).toEqual([
      ['weld', 'Ana', 10, null],
      ['cut', 'Ana', 15, null],
    ])
  })

  it('a pause of one person leaves the other one at work', () => {
    const [ana, ben] = [{ personId: 'Ana' }, { personId: 'Ben' }]
    expect(spansOf(all([report('start', 10, ana), report('start', 12, ben), report('pause', 20, ana)]))).toEqual([
      ['weld', 'Ana', 10, 20],
      ['weld', 'Ben', 12, null],
    ])
  })

  it('a late start ends where the next work of the person begins', () => {
    const late = report('start', 5, { personId: 'Ana', operationId: 'cut' })
    expect(spansOf(all([report('start', 10, { personId: 'Ana' }), late]))).toEqual([
      ['weld', 'Ana', 10, null],
      ['cut', 'Ana', 5, 10],
    ])
  })

  it('a pause before the start leaves nothing of it', () => {
    expect(all([report('start', 10), report('pause', 9)])).toEqual([])
  })

  it('intervals never overlap for one person, in whatever order reports arrive', () => {
    const anyReport = fc.record({
      kind: fc.constantFrom<WorkReport['kind']>('start', 'start', 'pause', 'stop'),
      operationId: fc.constantFrom('weld', 'cut', 'bend'),
      personId: fc.constantFrom('Ana', 'Ben', null),
      time: fc.constantFrom<WorkReport['time']>('both', 'attended', 'machine'),
      atMs: fc.nat(40),
    })
    fc.assert(
      fc.property(fc.array(anyReport, { maxLength: 30 }), (reports) => {
        const intervals = all(reports)
        for (const { startMs, endMs } of intervals) expect(startMs).toBeLessThan(endMs ?? Infinity)
        for (const personId of ['Ana', 'Ben']) {
          const own = intervals
            .filter((one) => one.personId === personId && one.time !== 'machine')
            .toSorted((a, b) => a.startMs - b.startMs)
          for (const [index, { startMs }] of own.entries()) {
            if (index > 0) expect(own[index - 1]?.endMs ?? Infinity).toBeLessThanOrEqual(startMs)
          }
        }
      }),
      { numRuns: propertyRuns(2_000) },
    )
  })
})

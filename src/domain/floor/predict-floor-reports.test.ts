import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FloorReport, floorReportKinds } from '#contract/floor.ts'
import type { TenantContext } from '#server/context.ts'
import { blankOperation, editOperation } from '#server/services/operations/edit-operation.ts'
import type { LinkedOperation } from '#server/services/operations/operation-fields.ts'
import { shownHoursLeft } from '../operations/work-left.ts'
import { hourMs } from '../time/units.ts'
import { applyFloorReport } from './apply-floor-report.ts'
import { predictFloorReports, type ReportedCard } from './predict-floor-reports.ts'
import { workOfReport } from './work-of-report.ts'

const startMs = Date.UTC(2026, 10, 30, 8)
const at = (hours: number) => new Date(startMs + hours * hourMs)
const reporterName = 'Saw tablet'
const ctx = { tenantId: 't', userName: reporterName, app: { now: () => at(0) } } as TenantContext

/** What the server stores beside an operation. */
interface Recorded {
  readonly operation: LinkedOperation
  readonly good: number
  readonly scrap: number
  readonly isRunning: boolean
  readonly pauseReason: string
}

/** The card of an operation, as the server returns it. */
const cardOf = ({ operation: { row }, good, scrap, isRunning, pauseReason }: Recorded): ReportedCard => ({
  status: row.status,
  holdReason: row.holdReason,
  progressPercentage: row.progressPercentage,
  hoursLeft: shownHoursLeft(row),
  actualStartDate: row.actualStartDate?.toISOString() ?? null,
  notes: row.notes,
  quantity: row.quantity,
  goodPieces: good,
  scrapPieces: scrap,
  workingCount: isRunning ? 1 : 0,
  pauseReason,
})

/** What the server stores when this report arrives; unchanged if it refuses the report. */
const stored = (before: Recorded, report: FloorReport): Recorded => {
  const { operation, good, scrap, isRunning, pauseReason } = before
  const time = new Date(report.reportedAt)
  const work = { ...operation.row, goodPieces: good, isRunning, phase: 'engineering' } as const
  const decision = applyFloorReport(work, report, { at: time, reporterName, isNamed: false })
  if (!decision.ok) return before
  try {
    const after = editOperation(operation, decision.input, 'replace', time)
    const timed = workOfReport(report.kind, work)
    return {
      operation: after,
      good: report.kind === 'pieces' ? good + (report.good ?? 0) : good,
      scrap: report.kind === 'pieces' ? scrap + (report.scrap ?? 0) : scrap,
      isRunning: timed === null ? isRunning : timed === 'start',
      pauseReason: timed === null ? pauseReason : timed === 'pause' ? (report.reason ?? '') : '',
    }
  } catch {
    return before
  }
}

const reports = fc.array(
  fc
    .record({
      kind: fc.constantFrom(...floorReportKinds),
      progressPercentage: fc.integer({ min: 1, max: 99 }),
      hoursLeft: fc.integer({ min: 1, max: 200_000 }).map((hundredths) => hundredths / 100),
      reason: fc.constantFrom('Machine down', 'Quality problem'),
      good: fc.integer({ min: 0, max: 3 }),
      scrap: fc.integer({ min: 0, max: 1 }),
      note: fc.constantFrom('Blade is dull', ' two\nlines ', 'x'.repeat(500)),
      hours: fc.integer({ min: -4, max: 8 }),
    })
    .map(({ hours, ...report }): FloorReport => ({ operationId: 'o', reportedAt: at(hours).toISOString(), ...report })),
  { minLength: 1, maxLength: 5 },
)
// These estimates and progresses leave hours that a card shows without rounding.
const work = fc
  .record({
    durationHours: fc.integer({ min: 0, max: 20 }).map((shifts) => shifts * 8),
    setupHours: fc.option(fc.constantFrom(1, 5)),
    progressPercentage: fc.constantFrom(0, 0, 12.5, 50, 95),
    actualStartDate: fc.option(fc.constant(at(-2).toISOString())),
    onHold: fc.boolean(),
    notes: fc.constantFrom('', 'Blade 4', 'x'.repeat(9_900)),
  })
  .map(({ setupHours, onHold, ...fields }): Recorded => {
    const hold = onHold && { onHold, holdReason: 'Waiting for material' }
    const hours = setupHours !== null && { setupHours, hoursPerPiece: 0.5, quantity: 6 }
    const operation = editOperation(
      blankOperation(ctx, 'p', 'o', 10),
      { ...fields, ...hold, ...hours },
      'replace',
      at(-1),
    )
    return { operation, good: 0, scrap: 0, isRunning: false, pauseReason: '' }
  })

describe('the predicted card', () => {
  it('equals what the server stores, for random work and reports', () => {
    fc.assert(
      fc.property(work, reports, (operation, made) => {
        const { hoursLeft, progressPercentage, ...exact } = cardOf(made.reduce(stored, operation))
        const predicted = predictFloorReports(cardOf(operation), made, reporterName)
        expect(predicted).toMatchObject(exact)
        expect(predicted.hoursLeft).toBeCloseTo(hoursLeft, 1)
        expect(predicted.progressPercentage).toBeCloseTo(progressPercentage, 3)
      }),
      { numRuns: 1_000 },
    )
  })

  it('a card stays unchanged if the server will refuse the report', () => {
    const card: ReportedCard = {
      status: 'On Hold',
      holdReason: 'Machine down',
      progressPercentage: 40,
      hoursLeft: 6,
      actualStartDate: at(0).toISOString(),
      notes: '',
      quantity: 40,
      goodPieces: 12,
      scrapPieces: 0,
      workingCount: 0,
      pauseReason: '',
    }
    const refused = (kind: FloorReport['kind'], hours: number): FloorReport => ({
      operationId: 'o',
      kind,
      reason: 'Again',
      reportedAt: at(hours).toISOString(),
    })
    for (const report of [refused('start', 1), refused('hold', 1), refused('done', -1)]) {
      expect(predictFloorReports(card, [report], reporterName)).toEqual(card)
    }
  })

  it('good pieces move progress forward, but never below what a person reported, and never to done', () => {
    const card: ReportedCard = {
      status: 'In Progress',
      holdReason: '',
      progressPercentage: 20,
      hoursLeft: 8,
      actualStartDate: at(0).toISOString(),
      notes: '',
      quantity: 40,
      goodPieces: 0,
      scrapPieces: 0,
      workingCount: 1,
      pauseReason: '',
    }
    const pieces = (good: number, scrap = 0): FloorReport => ({
      operationId: 'o',
      kind: 'pieces',
      good,
      scrap,
      reportedAt: at(1).toISOString(),
    })
    const cardAfter = (...made: FloorReport[]) => predictFloorReports(card, made, reporterName)
    expect(cardAfter(pieces(4))).toMatchObject({ progressPercentage: 20, goodPieces: 4, hoursLeft: 8 })
    expect(cardAfter(pieces(12, 1))).toMatchObject({
      progressPercentage: 30,
      goodPieces: 12,
      scrapPieces: 1,
      hoursLeft: 7,
    })
    expect(cardAfter(pieces(12), pieces(28))).toMatchObject({
      progressPercentage: 99,
      goodPieces: 40,
      status: 'In Progress',
    })
  })

  it('a pause with a reason ends the work of one person, and a resume clears the reason', () => {
    const card: ReportedCard = {
      status: 'In Progress',
      holdReason: '',
      progressPercentage: 20,
      hoursLeft: 8,
      actualStartDate: at(0).toISOString(),
      notes: '',
      quantity: null,
      goodPieces: 0,
      scrapPieces: 0,
      workingCount: 1,
      pauseReason: '',
    }
    const report = (kind: FloorReport['kind'], workerCode?: string): FloorReport => ({
      operationId: 'o',
      kind,
      reason: 'Break',
      workerCode,
      reportedAt: at(1).toISOString(),
    })
    const cardAfter = (...made: FloorReport[]) => predictFloorReports(card, made, reporterName)
    expect(cardAfter(report('pause'))).toMatchObject({ workingCount: 0, pauseReason: 'Break', status: 'In Progress' })
    expect(cardAfter(report('pause'), report('resume'))).toMatchObject({ workingCount: 1, pauseReason: '' })
    expect(cardAfter(report('start'))).toMatchObject({ workingCount: 1 })
    expect(cardAfter(report('start', '0042'))).toMatchObject({ workingCount: 2 })
  })
})

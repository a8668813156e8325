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

const startMs = Date.UTC(2026, 10, 30, 8)
const at = (hours: number) => new Date(startMs + hours * hourMs)
const reporterName = 'Saw tablet'
const ctx = { tenantId: 't', userName: reporterName, app: { now: () => at(0) } } as TenantContext

/** The card of an operation, as the server returns it. */
const cardOf = ({ row }: LinkedOperation): ReportedCard => ({
  status: row.status,
  holdReason: row.holdReason,
  progressPercentage: row.progressPercentage,
  hoursLeft: shownHoursLeft(row),
  actualStartDate: row.actualStartDate?.toISOString() ?? null,
  notes: row.notes,
})

/** What the server stores when this report arrives; unchanged if it refuses the report. */
const stored = (operation: LinkedOperation, report: FloorReport): LinkedOperation => {
  const time = new Date(report.reportedAt)
  const decision = applyFloorReport({ ...operation.row, phase: 'engineering' }, report, { at: time, reporterName })
  if (!decision.ok) return operation
  try {
    return editOperation(operation, decision.input, 'replace', time)
  } catch {
    return operation
  }
}

const reports = fc.array(
  fc
    .record({
      kind: fc.constantFrom(...floorReportKinds),
      progressPercentage: fc.integer({ min: 1, max: 99 }),
      hoursLeft: fc.integer({ min: 1, max: 200_000 }).map((hundredths) => hundredths / 100),
      reason: fc.constantFrom('Machine down', 'Quality problem'),
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
  .map(({ setupHours, onHold, ...fields }) => {
    const hold = onHold && { onHold, holdReason: 'Waiting for material' }
    const hours = setupHours !== null && { setupHours, hoursPerPiece: 0.5, quantity: 6 }
    return editOperation(blankOperation(ctx, 'p', 'o', 10), { ...fields, ...hold, ...hours }, 'replace', at(-1))
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
})

// @module-tag property
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ProposalChange } from '#contract/proposals.ts'
import { followPlan } from '#domain/proposals/compare-with-forecast.ts'
import type { StoredProposalResult } from '#domain/proposals/proposal-result.ts'
import type { PlanSummary } from '#domain/scheduling/run-result.ts'
import { scheduleShop } from '#domain/scheduling/schedule-shop.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import { randomShop } from '#testing/bench/random-shop.ts'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { planned } from '#testing/plan-as-present.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { answerScheduleJob } from './answer-schedule-job.ts'
import type { ScheduleReply } from './schedule-messages.ts'

interface Proposed {
  readonly summary: PlanSummary
  readonly result: StoredProposalResult
  /** Rows of the plan that is written. */
  readonly rows: number
}

const propose = (snapshot: ShopSnapshot, changes: readonly ProposalChange[]): Proposed => {
  const replies: ScheduleReply[] = []
  const reply = (message: ScheduleReply) => void replies.push(message)
  answerScheduleJob(snapshot, { scope: 'all', seed: 1, changes }, { shouldStop: () => false, reply })
  const done = replies.find((message) => message.kind === 'done')
  if (done?.kind !== 'done') throw new Error(JSON.stringify(replies))
  const rows = replies.flatMap((message) => (message.kind === 'plan' ? JSON.parse(message.rowsJson) : [])).length
  return { summary: done.summary, result: JSON.parse(done.resultJson), rows }
}

const raise = (projectId: string, priority = 99): ProposalChange => ({
  kind: 'project',
  projectId,
  fields: { priority },
})

const at = (text: string): number => Date.parse(`${text}-05:00`)
const plan = (from: string, to: string) => ({ scheduledStartMs: at(from), scheduledEndMs: at(to) })

describe('scheduling again after a change', () => {
  /** The saw cuts `mine` now, and `other` on Friday although it could on Tuesday. */
  const calm = shop([
    project('mine', [operation('cut', { durationHours: 9, ...plan('2026-11-16T08:00', '2026-11-16T17:00') })], {
      dueMs: at('2026-11-15T23:59'),
    }),
    project('other', [operation('late cut', { durationHours: 9, ...plan('2026-11-20T08:00', '2026-11-20T17:00') })], {
      dueMs: at('2026-12-01T00:00'),
    }),
  ])

  it('moves nothing where the changed project cannot end earlier and the shop saves no late day', () => {
    const { summary, result, rows } = propose(calm, [raise('mine')])
    expect([result.movedOperations, result.moves, result.projects, rows]).toEqual([0, [], [], 0])
    expect(result.gainsNothing).toBe(true)
    expect([summary.lateDays, summary.lateDaysBefore]).toEqual([1, 1])
  })

  it('takes the new plan where the changed project ends earlier', () => {
    const { result } = propose(calm, [raise('other')])
    expect(result.gainsNothing).toBeUndefined()
    expect(result.moves.map(({ operationId }) => operationId)).toEqual(['late cut'])
  })

  it('shows what scheduling everything would do where nothing is changed', () => {
    const { result } = propose(calm, [])
    expect(result.moves.map(({ operationId }) => operationId)).toEqual(['late cut'])
  })

  it('still moves what a changed input forces', () => {
    const longer: ProposalChange = {
      kind: 'operation',
      projectId: 'mine',
      operationId: 'cut',
      fields: { durationHours: 18 },
    }
    const { result } = propose(calm, [longer])
    expect(result.moves.map(({ operationId }) => operationId)).toEqual(['cut'])
    expect(result.gainsNothing).toBe(true)
  })
})

it('a higher priority in a random shop moves an operation only for a gain of its project or of the shop', () => {
  let [inVain, useful] = [0, 0]
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 0, max: 3 }), (seed, days) => {
      const made = randomShop({
        seed,
        projects: 6 + (seed % 8),
        operations: 3 + (seed % 3),
        categories: 3,
        trouble: 0.2,
      })
      for (const of of made.projects) if (of.dueMs !== null) of.dueMs -= (seed % 15) * 86_400_000
      const first = scheduleShop(made, { scope: 'all' })
      if ('cancelled' in first) throw new Error('Nobody has stopped it')
      const snapshot = { ...planned(made, first), nowMs: made.nowMs + days * 86_400_000 }
      const { projectId } = snapshot.projects[seed % snapshot.projects.length] ?? { projectId: '' }
      const before = followPlan(snapshot)
      const { summary, result } = propose(snapshot, [raise(projectId, 100)])
      const movedTo = new Map(result.moves.map((move) => [move.operationId, move.endAfterMs]))
      const ends = snapshot.projects
        .filter((of) => of.projectId === projectId)
        .flatMap(({ operations }) => operations)
        .map(({ operationId, scheduledEndMs }) => movedTo.get(operationId) ?? scheduledEndMs ?? -Infinity)
      const followed = before.projects.find((of) => of.projectId === projectId)?.completionMs ?? Infinity
      const endsEarlier = Math.max(...ends) < followed
      const isGain =
        endsEarlier || summary.lateDays < before.lateDays || summary.unplacedOperations < (result.unplacedBefore ?? 0)
      if (isGain) useful++
      else inVain++
      if (!isGain) expect(result.movedOperations, `shop ${seed}`).toBe(summary.movedAsForecast ?? 0)
    }),
    { numRuns: propertyRuns(200), seed: 7 },
  )
  expect([inVain > 0, useful > 0]).toEqual([true, true])
})

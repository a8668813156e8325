import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ProposalChange } from '#contract/proposals.ts'
import { randomShop } from '#testing/bench/random-shop.ts'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { planned } from '#testing/plan-as-present.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { datesToStore, isMoved, operationsById } from '../scheduling/plan-moves.ts'
import type { ScheduleMethod } from '../scheduling/schedule-result.ts'
import { scheduleShop } from '../scheduling/schedule-shop.ts'
import type { ShopSnapshot } from '../scheduling/shop-snapshot.ts'
import { applyChanges } from './apply-changes.ts'
import { compareWithForecast } from './compare-with-forecast.ts'

const propose = (snapshot: ShopSnapshot, changes: readonly ProposalChange[], method: ScheduleMethod) => {
  const changed = applyChanges(snapshot, changes)
  if (!changed.ok) throw new Error(changed.reason)
  const outcome = scheduleShop(changed.snapshot, { scope: 'all', method })
  if ('cancelled' in outcome) throw new Error('cancelled')
  return { ...compareWithForecast(snapshot, changed.snapshot, outcome), after: changed.snapshot }
}

const withPlan = (snapshot: ShopSnapshot): ShopSnapshot => {
  const outcome = scheduleShop(snapshot, { scope: 'all' })
  if ('cancelled' in outcome) throw new Error('cancelled')
  return planned(snapshot, outcome)
}

/** Two projects that need the same saw, planned in order of priority: p before q. */
const queue = withPlan(
  shop([
    project('p', [operation('Cut p', { durationHours: 9 })], { priority: 80, dueMs: Date.parse('2026-11-17T05:00Z') }),
    project('q', [operation('Cut q', { durationHours: 9 })], { priority: 20, dueMs: Date.parse('2026-11-18T05:00Z') }),
  ]),
)

describe('the consequences of a proposal', () => {
  it('name the project that a higher priority of another one makes late, and the days', () => {
    const changes: ProposalChange[] = [
      { kind: 'project', projectId: 'q', fields: { priority: 100 } },
      { kind: 'project', projectId: 'p', fields: { priority: 1, plannedShipDate: null } },
      { kind: 'project', projectId: 'p', fields: { plannedShipDate: '2026-11-16T17:00:00Z' } },
      { kind: 'project', projectId: 'q', fields: { plannedShipDate: '2026-11-16T17:00:00Z' } },
    ]
    const { effects, before, lateProjects, movedOperations, moves } = propose(queue, changes, 'optimize')
    expect(effects.map(({ projectId, kind, movedDays }) => [projectId, kind, movedDays])).toEqual([
      ['p', 'becameLate', 1],
      ['q', 'earlier', -1],
    ])
    expect([before.lateProjects, lateProjects, movedOperations]).toEqual([0, 1, 2])
    expect(moves.map(({ operationId }) => operationId).sort()).toEqual(['Cut p', 'Cut q'])
  })

  it('compare the old ship date with the new one', () => {
    const change: ProposalChange = { kind: 'project', projectId: 'q', fields: { plannedShipDate: '2026-11-16T17:00Z' } }
    const { effects, movedOperations } = propose(queue, [change], 'keepSequence')
    expect(effects).toMatchObject([
      { projectId: 'q', kind: 'becameLate', latenessDaysBefore: 0, latenessDaysAfter: 1, movedDays: 0 },
    ])
    expect(movedOperations).toBe(0)
  })

  it('say that a held operation takes its project out of the plan, and that the one behind it stays', () => {
    const hold: ProposalChange = { kind: 'operation', projectId: 'p', operationId: 'Cut p', fields: { onHold: true } }
    const { effects, moves } = propose(queue, [hold], 'keepSequence')
    expect(effects).toMatchObject([{ projectId: 'p', kind: 'noDate', completionAfterMs: null }])
    expect(moves).toMatchObject([{ operationId: 'Cut p', startAfterMs: null, endAfterMs: null }])
  })

  it('follow a longer duration through the queue of the work center', () => {
    const longer: ProposalChange = {
      kind: 'operation',
      projectId: 'p',
      operationId: 'Cut p',
      fields: { durationHours: 18 },
    }
    const { effects } = propose(queue, [longer], 'keepSequence')
    expect(effects.map(({ projectId, kind }) => [projectId, kind])).toEqual([
      ['q', 'becameLate'],
      ['p', 'becameLate'],
    ])
  })
})

const anyChange = (snapshot: ShopSnapshot): fc.Arbitrary<ProposalChange> => {
  const all = snapshot.projects.flatMap(({ projectId, operations }) =>
    operations.map(({ operationId }) => ({ projectId, operationId })),
  )
  const ofProject = fc.record({
    priority: fc.integer({ min: 0, max: 100 }),
    currentPhase: fc.constantFrom('production' as const, 'on_hold' as const),
  })
  const ofOperation = fc.oneof(
    fc.record({ durationHours: fc.integer({ min: 0, max: 60 }) }),
    fc.record({ pinned: fc.constant(false), onHold: fc.constant(false) }),
    fc.record({ progressPercentage: fc.integer({ min: 0, max: 99 }) }),
  )
  const projectChange = fc
    .tuple(fc.constantFrom(...snapshot.projects), ofProject)
    .map(([{ projectId }, fields]): ProposalChange => ({ kind: 'project', projectId, fields }))
  const operationChange = fc
    .tuple(fc.constantFrom(...all), ofOperation)
    .map(([ids, fields]): ProposalChange => ({ kind: 'operation', ...ids, fields }))
  return all.length === 0 ? projectChange : fc.oneof(projectChange, operationChange)
}

/** A random shop with a plan, and some changes to it. */
const cases = fc.integer({ min: 1, max: 1_000_000 }).chain((seed) => {
  const snapshot = withPlan(randomShop({ seed, projects: 5, operations: 4, categories: 2, trouble: 0.5 }))
  return fc.record({ snapshot: fc.constant(snapshot), changes: fc.array(anyChange(snapshot), { maxLength: 4 }) })
})

describe('in any shop', () => {
  it('a proposal that keeps the sequence and changes nothing moves nothing, but what is behind plan to its forecast', () => {
    fc.assert(
      fc.property(cases, ({ snapshot }) => {
        const { effects, moves, lateProjects, before, ...counts } = propose(snapshot, [], 'keepSequence')
        expect([effects, moves]).toEqual([[], []])
        expect(counts.movedOperations).toBe(counts.movedAsForecast)
        expect(lateProjects).toBe(before.lateProjects)
      }),
      { numRuns: propertyRuns(60) },
    )
  })

  it('the consequences are what the forecasts before and after say of each project', () => {
    fc.assert(
      fc.property(
        cases,
        fc.constantFrom<ScheduleMethod>('keepSequence', 'optimize'),
        ({ snapshot, changes }, method) => {
          const {
            effects,
            after,
            operations,
            moves,
            movedOperations,
            movedAsForecast = 0,
          } = propose(snapshot, changes, method)
          const was = propose(snapshot, [], 'keepSequence').operations
          const moved = operations.filter(
            ({ startMs, endMs }, row) => startMs !== was[row]?.startMs || endMs !== was[row]?.endMs,
          )
          const open = new Set(
            after.projects
              .flatMap((of) => of.operations)
              .flatMap((of) => (of.actualEndMs === null && of.progressPercentage < 100 ? [of.operationId] : [])),
          )
          const [stored, source] = [operationsById(snapshot), operationsById(after)]
          const taken = operations.filter((planned) => {
            const { operationId, categoryId } = planned
            const changed = source.get(operationId)
            return changed && isMoved(stored.get(operationId), { ...datesToStore(changed, planned), categoryId })
          })
          expect(movedOperations).toBe(taken.length)
          expect(movedOperations - movedAsForecast).toBe(taken.filter((one) => moved.includes(one)).length)
          for (const move of moves) {
            const row = operations.findIndex(({ operationId }) => operationId === move.operationId)
            expect([move.startBeforeMs, move.startAfterMs]).toEqual([was[row]?.startMs, operations[row]?.startMs])
          }
          for (const { projectId, completionAfterMs } of effects) {
            if (completionAfterMs === null) continue
            const ends = operations.flatMap((of) =>
              of.projectId === projectId && open.has(of.operationId) && of.endMs !== null ? [of.endMs] : [],
            )
            expect(completionAfterMs).toBe(Math.max(...ends))
          }
        },
      ),
      { numRuns: propertyRuns(60) },
    )
  })
})

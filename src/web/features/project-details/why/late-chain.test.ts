import { describe, expect, it } from 'vitest'
import type { Operation } from '#contract/operations.ts'
import type { PlacementFactor } from '#contract/placement.ts'
import { chainIds, lateChain } from './late-chain.ts'

const at = (hour: number) => Date.UTC(2026, 10, 18, hour)
const operation = (operationId: string, endHour: number | null, factors: PlacementFactor[]): Operation => ({
  projectId: 'p',
  operationId,
  name: operationId,
  description: '',
  status: 'Pending',
  progressPercentage: 0,
  durationHours: 1,
  startDate: null,
  endDate: null,
  scheduledStartDate: null,
  scheduledEndDate: endHour === null ? null : new Date(at(endHour)).toISOString(),
  actualStartDate: null,
  actualEndDate: null,
  dependsOnOperationId: null,
  dependencies: [],
  dependencyLagHours: {},
  categoryId: null,
  sequence: 0,
  onHold: false,
  pinned: false,
  notes: '',
  placement: { factors, unplaced: null, warnings: [] },
  outlook: null,
  version: 1,
  createdAt: '',
  modifiedAt: '',
  modifiedBy: '',
})
const behind = (operationId: string, hour: number, binding = true, lagHours = 0): PlacementFactor => ({
  code: 'predecessor',
  at: at(hour),
  binding,
  operationId,
  lagHours,
})
const release = (hour: number, binding: boolean): PlacementFactor => ({ code: 'release', at: at(hour), binding })
const busy = (operationId: string, hour: number): PlacementFactor => ({
  code: 'workCentreBusy',
  at: at(hour),
  binding: true,
  categoryId: 'c',
  operationId,
})
const shape = (operations: Operation[]) =>
  lateChain(operations).links.map((link) => link.operations.map(({ operationId }) => operationId).join(' '))

describe('the chain from the last operation back to the root cause', () => {
  const cut = operation('cut', 2, [release(0, false), busy('elsewhere', 1)])
  const weld = operation('weld', 4, [behind('cut', 2), { code: 'closed', at: at(3), binding: true, holiday: null }])
  const inspect = operation('inspect', 5, [behind('weld', 4)])
  const ship = operation('ship', 6, [behind('inspect', 5), behind('cut', 2, false)])
  const aside = operation('aside', 5, [release(0, true)])
  const all = [aside, ship, cut, inspect, weld]

  it('follows binding predecessors and groups operations that follow without a wait', () => {
    expect(shape(all)).toEqual(['ship inspect', 'weld', 'cut'])
    expect([...chainIds(lateChain(all))]).toEqual(['ship', 'inspect', 'weld', 'cut'])
  })

  it('names the factor that would have let the root start earlier', () => {
    expect(lateChain(all).ready).toEqual(release(0, false))
    expect(lateChain([aside]).ready).toBeNull()
  })

  it('continues through an operation of the same project that kept the work center busy', () => {
    const paint = operation('paint', 9, [release(0, false), busy('aside', 5)])
    expect(shape([...all, paint])).toEqual(['paint', 'aside'])
  })

  it('does not group an operation that waits for a lag with its predecessor', () => {
    expect(shape([cut, operation('dry', 8, [behind('cut', 8, true, 6)])])).toEqual(['dry', 'cut'])
  })

  it('ends where stored reasons form a cycle or are missing, and is empty when nothing is scheduled', () => {
    expect(shape([operation('a', 2, [behind('b', 1)]), operation('b', 1, [behind('a', 2)])])).toEqual(['a b'])
    expect(shape([{ ...operation('a', 2, []), placement: null }])).toEqual(['a'])
    expect(shape([operation('a', null, [])])).toEqual([])
  })
})

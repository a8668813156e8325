import { describe, expect, it } from 'vitest'
import type { LatePart } from '#contract/late-parts.ts'
import type { Operation } from '#contract/operations.ts'
import { chainLinks, lateChain, rootReady } from './late-chain.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 18, hour)).toISOString()

const operation = (
  operationId: string,
  [start, end]: readonly [number, number],
  dependencies: string[],
  more: Partial<Operation> = {},
): Operation => ({
  projectId: 'p',
  operationId,
  name: operationId,
  description: '',
  status: 'Pending',
  progressPercentage: 0,
  durationHours: 1,
  originalHours: null,
  startDate: null,
  endDate: null,
  scheduledStartDate: null,
  scheduledEndDate: null,
  actualStartDate: null,
  actualEndDate: null,
  dependsOnOperationId: null,
  dependencies,
  dependencyLagHours: {},
  dependencyLagUnits: {},
  dependencyMaxLagHours: {},
  dependencyOverlapPercent: {},
  categoryId: null,
  poolId: null,
  alternatives: [],
  categoryFixed: false,
  sequence: 0,
  onHold: false,
  holdReason: '',
  pinned: false,
  notes: '',
  materialReadyDate: null,
  materialNote: '',
  partNumber: '',
  setupHours: null,
  hoursPerPiece: null,
  quantity: null,
  transferBatch: null,
  setupFamily: '',
  placement: null,
  outlook: {
    state: 'projectedLate',
    daysOverdue: 0,
    endsByDate: null,
    forecastStartDate: at(start),
    forecastEndDate: at(end),
    behindPlan: false,
    needByDate: null,
    slackDays: null,
    odds: null,
    oddsGap: null,
  },
  version: 1,
  createdAt: '',
  modifiedAt: '',
  modifiedBy: '',
  ...more,
})

const part = (operationId: string, lateMs: number): LatePart => ({
  operation: { operationId, name: operationId },
  lateMs,
  cause: {
    code: 'pinned',
    operation: null,
    workCenter: null,
    holiday: null,
    available: null,
    hours: null,
    days: null,
    until: null,
  },
  remedy: { code: 'none', operation: null, workCenter: null },
})

const ids = (operations: readonly Operation[]) => operations.map(({ operationId }) => operationId).join(' ')

describe('the chain from the last operation back to the root', () => {
  const done = { status: 'Completed', progressPercentage: 100, actualEndDate: at(1), outlook: null } as const
  const cut = operation('cut', [0, 1], [], done)
  const weld = operation('weld', [2, 4], ['cut'])
  const coat = operation('coat', [6, 8], ['weld', 'aside'])
  const aside = operation('aside', [2, 3], [])
  const inspect = operation('inspect', [8, 9], ['coat'])
  const ship = operation('ship', [9, 10], ['inspect'])
  const all = [aside, ship, cut, inspect, weld, coat]

  it('follows the predecessor that ends last by the forecast, not by the plan', () => {
    expect(ids(lateChain(all))).toBe('ship inspect coat weld cut')
    const moved = { scheduledStartDate: at(20), scheduledEndDate: at(22) }
    expect(ids(lateChain(all.map((one) => (one === aside ? { ...aside, ...moved } : one))))).toBe(
      'ship inspect coat weld cut',
    )
  })

  it('joins operations that start when the previous one ends, and lists those that add to the lateness separately', () => {
    const shape = (parts: readonly LatePart[]) =>
      chainLinks(lateChain(all), all, parts).map((link) => [ids(link.operations), link.parts.length, link.gapMs])
    const hours = (count: number) => count * 3_600_000
    expect(shape([])).toEqual([
      ['ship inspect', 0, 0],
      ['coat', 0, hours(2)],
      ['weld', 0, hours(1)],
      ['cut', 0, null],
    ])
    expect(shape([part('inspect', 1), part('aside', 2)])).toEqual([
      ['ship', 0, 0],
      ['inspect', 1, 0],
      ['coat', 0, hours(2)],
      ['weld', 0, hours(1)],
      ['cut', 0, null],
      ['aside', 1, null],
    ])
  })

  it('ends at work that has started, and is empty if nothing has a date', () => {
    const begun = { ...weld, actualStartDate: at(2), progressPercentage: 40 }
    expect(ids(lateChain([coat, begun, cut]))).toBe('coat weld')
    expect(ids(lateChain([coat, begun, cut], [part('cut', 1)])), 'which made it late').toBe('coat weld cut')
    expect(rootReady([coat, begun], [coat, begun, cut])).toEqual({ names: ['cut'], atMs: Date.parse(at(1)) })
    expect(lateChain([{ ...aside, outlook: null }])).toEqual([])
  })

  it('ends where operations wait for each other', () => {
    expect(ids(lateChain([operation('a', [1, 2], ['b']), operation('b', [0, 1], ['a'])]))).toBe('a b')
  })
})

import { describe, expect, it } from 'vitest'
import { arrangeRows, linkColumns, type PlanRow } from './arrange-plan.ts'
import { standingCodes } from './judge-plan.ts'
import { decidingLink, lateChain, queueDays, restCause, waitingBegins } from './late-chain.ts'
import type { CauseVerdict } from './operation-cause.ts'

const project = {
  projectId: 'p',
  projectNumber: '1',
  projectName: 'P',
  customerName: '',
  priority: 50,
  status: 'New',
  currentPhase: 'production',
  plannedShipMs: null,
  dueMs: null,
} as const

type Word = (typeof standingCodes)[number]
type Told = readonly [
  id: string,
  standing: Word,
  slackDays: number,
  cause: CauseVerdict['cause'],
  more?: { readonly queueDays?: number; readonly behind?: string; readonly daysOverdue?: number },
]

const planOf = (told: readonly Told[]) => {
  const rows = told.map(
    ([id], index): PlanRow => [id, 'p', null, id, index, 'Pending', 0, 8, 0, null, index, null, null],
  )
  const arranged = arrangeRows(rows, [project], new Map())
  const plan = { ...arranged, ...linkColumns(new Map(), arranged) }
  const judgement = {
    nowMs: 0,
    standing: Uint8Array.from(told, ([, standing]) => standingCodes.indexOf(standing)),
    daysOverdue: Int32Array.from(told, ([, , , , more]) => more?.daysOverdue ?? 0),
    slackDays: Float64Array.from(told, ([, , slack]) => slack),
  }
  const facts = {
    verdictOf: (row: number): CauseVerdict => ({ cause: told[row]?.[3] ?? { code: 'none' }, remedy: { code: 'none' } }),
    queueDaysOf: (row: number) => told[row]?.[4]?.queueDays ?? 0,
    openPredecessor: Int32Array.from(told, ([, , , , more]) => plan.rowOf.get(more?.behind ?? '') ?? -1),
    rowOf: (id: string) => plan.rowOf.get(id),
  }
  return { plan, judgement, facts }
}

const chainOf = (told: readonly Told[], lateDays = 10) => {
  const { plan, judgement, facts } = planOf(told)
  const chain = lateChain(plan, judgement, 0, { ...facts, lateDaysOf: () => lateDays })
  return {
    chain: chain.map(({ row, days }) => [plan.ids[row], days]),
    deciding: plan.ids[decidingLink(chain)?.row ?? -1] ?? null,
  }
}

const busy = { code: 'workCentreBusy' } as const
const none = { code: 'none' } as const
const waits = (operationId: string) => ({ code: 'predecessor', operationId }) as const

it.each<[string, readonly Told[], string | null]>([
  [
    'the one with the least slack',
    [
      ['a', 'projectedLate', -1, busy],
      ['b', 'projectedLate', -3, busy],
    ],
    'b',
  ],
  [
    'of equal ones the later',
    [
      ['a', 'projectedLate', -2, busy],
      ['b', 'overdue', -2, busy],
    ],
    'b',
  ],
  [
    'what that waits for, however far back',
    [
      ['a', 'onTime', 9, none],
      ['b', 'projectedLate', -2, busy],
      ['c', 'projectedLate', -3, waits('b')],
      ['d', 'projectedLate', -4, waits('c')],
    ],
    'b',
  ],
  [
    'what is held',
    [
      ['a', 'unscheduled', Number.NaN, { code: 'onHold' }],
      ['b', 'projectedLate', -1, { code: 'waitsForHeld', operationId: 'a' }],
    ],
    'a',
  ],
  [
    'itself when what it waits for says nothing',
    [
      ['a', 'onTime', 3, none],
      ['b', 'projectedLate', -1, waits('a')],
    ],
    'b',
  ],
  ['itself when what it waits for is of another project', [['b', 'projectedLate', -1, waits('x')]], 'b'],
  [
    'one of a ring',
    [
      ['a', 'overdue', -1, waits('b')],
      ['b', 'overdue', -2, waits('a')],
    ],
    'a',
  ],
  [
    'what has no place when nothing is late',
    [
      ['a', 'onTime', 1, none],
      ['b', 'unscheduled', Number.NaN, none],
    ],
    'b',
  ],
  [
    'nobody when all is well',
    [
      ['a', 'onTime', 1, none],
      ['b', 'completed', Number.NaN, none],
    ],
    null,
  ],
])('names %s', (_, told, expected) => expect(chainOf(told).deciding).toBe(expected))

describe('what a queue explains', () => {
  const started = { code: 'longerThanEstimated' } as const
  const rows = (queued: number): Told[] => [
    ['weld', 'overdue', -3, started],
    ['paint', 'overdue', -4, waits('weld')],
    ['inspect', 'projectedLate', -5, busy, { queueDays: queued, behind: 'paint' }],
  ]

  it('is the days in it; the rest has its cause where the waiting begins', () => {
    expect(chainOf(rows(2))).toEqual({
      chain: [
        ['inspect', 2],
        ['paint', 0],
        ['weld', 8],
      ],
      deciding: 'weld',
    })
  })

  it('decides when it holds the project up longest', () => {
    expect(chainOf(rows(7)).deciding).toBe('inspect')
    expect(chainOf(rows(12)).chain.at(-1), 'never less than nothing').toEqual(['weld', 0])
  })

  it('ends with an operation that stands in a queue and waits for nothing else', () => {
    const told: Told[] = [
      ['cut', 'projectedLate', -1, busy, { queueDays: 1 }],
      ['weld', 'projectedLate', -2, busy, { queueDays: 3, behind: 'cut' }],
    ]
    expect(chainOf(told)).toEqual({
      chain: [
        ['weld', 3],
        ['cut', 1],
      ],
      deciding: 'weld',
    })
  })

  it('leaves the rest to what is overdue longer than the first operation', () => {
    const told: Told[] = [
      ['cut', 'overdue', -3, { code: 'notStarted' }, { daysOverdue: 0 }],
      ['bend', 'overdue', -1, started, { daysOverdue: 9 }],
    ]
    expect(chainOf(told)).toEqual({
      chain: [
        ['cut', 0],
        ['bend', 10],
      ],
      deciding: 'bend',
    })
  })

  it('leaves the rest to what is overdue longest and says why', () => {
    const told: Told[] = [
      ['cut', 'overdue', -1, started, { daysOverdue: 4 }],
      ['bend', 'overdue', -1, waits('cut'), { daysOverdue: 9 }],
      ['grind', 'overdue', -1, { code: 'notStarted' }, { daysOverdue: 6 }],
      ['weld', 'projectedLate', -2, busy, { queueDays: 3 }],
    ]
    expect(chainOf(told)).toEqual({
      chain: [
        ['weld', 3],
        ['grind', 7],
      ],
      deciding: 'grind',
    })
    expect(chainOf(told, 2).chain, 'nothing is left').toEqual([['weld', 3]])
  })

  it('runs from the last other condition to the planned start', () => {
    const day = 86_400_000
    const factor = (code: string, atDay: number, binding = false) => ({ code, at: atDay * day, binding })
    const days = (...factors: object[]) => queueDays({ factors, unplaced: null, warnings: [] } as never, 9 * day)
    const others = [factor('now', 1), factor('predecessor', 4), factor('closed', 8, true)]
    expect(days(...others, factor('workCentreBusy', 9, true))).toBe(5)
    expect(days(...others, factor('workCentreBusy', 9)), 'it did not bind').toBe(0)
    expect(days(factor('release', 10), factor('workCentreBusy', 9, true)), 'moved by hand').toBe(0)
    expect(queueDays(null, 9 * day)).toBe(0)
  })
})

describe('the cause of what no queue explains', () => {
  const causeOf = (told: readonly Told[], heldBy: readonly number[] = []) => {
    const { plan, judgement, facts } = planOf(told)
    const held = Int32Array.from(told, (_, row) => heldBy[row] ?? -1)
    const start = waitingBegins(plan, judgement, 0, { heldBy: held, openPredecessor: facts.openPredecessor })
    return [plan.ids[start], restCause(plan, judgement, 0, { start, verdictOf: facts.verdictOf })]
  }

  it('stands where the waiting begins, whatever lies between', () => {
    const told: Told[] = [
      ['cut', 'overdue', -1, { code: 'notStarted' }, { daysOverdue: 1 }],
      ['weld', 'projectedLate', -2, busy, { behind: 'cut' }],
      ['paint', 'projectedLate', -3, waits('weld'), { behind: 'weld' }],
    ]
    expect(causeOf(told)).toEqual(['cut', 'notStarted'])
    const beside = (daysOverdue: number): Told => ['x', 'overdue', -1, { code: 'startedLate' }, { daysOverdue }]
    expect(causeOf([...told, beside(1)])[1]).toBe('notStarted')
    // A day behind does not make a project late by weeks.
    expect(causeOf([...told, beside(9)])[1]).toBe('startedLate')
  })

  it('is the hold of what is on hold, also beside an open predecessor that ends later', () => {
    const told: Told[] = [
      ['cut', 'unscheduled', Number.NaN, { code: 'onHold' }],
      ['bend', 'overdue', -1, { code: 'notStarted' }, { daysOverdue: 1 }],
      ['weld', 'overdue', -2, { code: 'waitsForHeld', operationId: 'cut' }, { behind: 'bend', daysOverdue: 3 }],
    ]
    expect(causeOf(told, [0, -1, 0])).toEqual(['cut', 'onHold'])
  })

  it('is what is overdue longest when the first one only waits in a queue, or that nothing fits', () => {
    const first: Told = ['cut', 'projectedLate', -2, busy]
    expect(causeOf([first])).toEqual(['cut', 'noSlack'])
    expect(causeOf([first, ['x', 'overdue', -1, { code: 'longerThanEstimated' }, { daysOverdue: 2 }]])[1]).toBe(
      'longerThanEstimated',
    )
    expect(causeOf([['cut', 'onTime', 2, none]])).toEqual([undefined, 'noSlack'])
  })
})

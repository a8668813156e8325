import { describe, expect, it } from 'vitest'
import type { OperationState } from '#contract/operation-outlook.ts'
import { decidingLink, lateChain, queueDays } from './late-chain.ts'
import type { CauseVerdict } from './operation-cause.ts'

type Given = readonly [
  id: string,
  state: OperationState,
  slackDays: number | null,
  cause: CauseVerdict['cause'],
  more?: { readonly queueDays?: number; readonly behind?: string; readonly daysOverdue?: number },
]

const chainOf = (given: readonly Given[], lateDays = 10) => {
  const indexOf = (wanted: string): number => given.findIndex(([id]) => id === wanted)
  const rows = given.map(([, state, slackDays, , more], index) => ({
    state,
    slackDays,
    forecastEndMs: index,
    daysOverdue: more?.daysOverdue ?? 0,
    openPredecessor: indexOf(more?.behind ?? ''),
  }))
  const chain = lateChain(rows, lateDays, {
    verdictOf: (index) => ({ cause: given[index]?.[3] ?? { code: 'none' }, remedy: { code: 'none' } }),
    queueDaysOf: (index) => given[index]?.[4]?.queueDays ?? 0,
    indexOf: (id) => (indexOf(id) < 0 ? undefined : indexOf(id)),
  })
  const nameOf = (index: number | undefined) => given[index ?? -1]?.[0] ?? null
  return {
    chain: chain.map(({ index, days }) => [nameOf(index), days]),
    deciding: nameOf(decidingLink(chain)?.index),
  }
}

const busy = { code: 'workCentreBusy' } as const
const none = { code: 'none' } as const
const waits = (operationId: string) => ({ code: 'predecessor', operationId }) as const

it.each<[string, readonly Given[], string | null]>([
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
      ['a', 'unscheduled', null, { code: 'onHold' }],
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
      ['b', 'unscheduled', null, none],
    ],
    'b',
  ],
  [
    'nobody when all is well',
    [
      ['a', 'onTime', 1, none],
      ['b', 'completed', null, none],
    ],
    null,
  ],
])('names %s', (_, given, expected) => expect(chainOf(given).deciding).toBe(expected))

describe('the lateness that a queue explains', () => {
  const started = { code: 'longerThanEstimated' } as const
  const rows = (queued: number): Given[] => [
    ['weld', 'overdue', -3, started],
    ['paint', 'overdue', -4, waits('weld')],
    ['inspect', 'projectedLate', -5, busy, { queueDays: queued, behind: 'paint' }],
  ]

  it('is the days in the queue; the rest has its cause where the waiting begins', () => {
    expect(chainOf(rows(2))).toEqual({
      chain: [
        ['inspect', 2],
        ['paint', 0],
        ['weld', 8],
      ],
      deciding: 'weld',
    })
  })

  it('is the deciding part when it delays the project longest', () => {
    expect(chainOf(rows(7)).deciding).toBe('inspect')
    expect(chainOf(rows(12)).chain, 'no more than the lateness').toEqual([
      ['inspect', 10],
      ['paint', 0],
      ['weld', 0],
    ])
  })

  it('ends with an operation that stands in a queue and waits for nothing else', () => {
    const given: Given[] = [
      ['cut', 'projectedLate', -1, busy, { queueDays: 1 }],
      ['weld', 'projectedLate', -2, busy, { queueDays: 3, behind: 'cut' }],
    ]
    expect(chainOf(given)).toEqual({
      chain: [
        ['weld', 3],
        ['cut', 1],
      ],
      deciding: 'weld',
    })
  })

  it('attributes the rest to what is overdue longer than the first operation', () => {
    const given: Given[] = [
      ['cut', 'overdue', -3, { code: 'notStarted' }, { daysOverdue: 0 }],
      ['bend', 'overdue', -1, started, { daysOverdue: 9 }],
    ]
    expect(chainOf(given)).toEqual({
      chain: [
        ['cut', 0],
        ['bend', 10],
      ],
      deciding: 'bend',
    })
  })

  it('attributes the rest to what is overdue longest, with its cause', () => {
    const given: Given[] = [
      ['cut', 'overdue', -1, started, { daysOverdue: 4 }],
      ['bend', 'overdue', -1, waits('cut'), { daysOverdue: 9 }],
      ['grind', 'overdue', -1, { code: 'notStarted' }, { daysOverdue: 6 }],
      ['weld', 'projectedLate', -2, busy, { queueDays: 3 }],
    ]
    expect(chainOf(given)).toEqual({
      chain: [
        ['weld', 3],
        ['grind', 7],
      ],
      deciding: 'grind',
    })
    expect(chainOf(given, 2).chain, 'nothing is left').toEqual([['weld', 2]])
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

import { expect, it } from 'vitest'
import { arrangeRows, linkColumns, type PlanRow } from './arrange-plan.ts'
import { decidingOperation } from './deciding-operation.ts'
import { standingCodes } from './judge-plan.ts'
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
type Told = readonly [id: string, standing: Word, slackDays: number, cause: CauseVerdict['cause']]

const decide = (told: readonly Told[]) => {
  const rows = told.map(
    ([id], index): PlanRow => [id, 'p', null, id, index, 'Pending', 0, 8, 0, null, index, null, null],
  )
  const arranged = arrangeRows(rows, [project], new Map())
  const plan = { ...arranged, ...linkColumns(new Map(), arranged) }
  const found = decidingOperation(
    plan,
    {
      nowMs: 0,
      standing: Uint8Array.from(told, ([, standing]) => standingCodes.indexOf(standing)),
      daysOverdue: new Int32Array(told.length),
      slackDays: Float64Array.from(told, ([, , slack]) => slack),
    },
    0,
    {
      verdictOf: (row) => ({ cause: told[row]?.[3] ?? { code: 'none' }, remedy: { code: 'none' } }),
      rowOf: (id) => plan.rowOf.get(id),
    },
  )
  return found && plan.ids[found.row]
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
    'b',
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
])('names %s', (_, told, expected) => expect(decide(told)).toBe(expected))

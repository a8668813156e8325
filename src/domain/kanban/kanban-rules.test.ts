import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { projectPhases } from '#contract/vocabulary.ts'
import { buildKanban, bySequence, byShipDate, landingIndex } from './build-kanban.ts'
import { operationColumnOf, operationStatusColumnOf, projectColumnOf } from './card-columns.ts'
import { progressFraction, progressPercentage } from './card-progress.ts'
import { operationAtPercent, operationInColumn } from './change-operation.ts'
import { checkCardMove, droppedOutsideMessage, type MovableCard } from './check-card-move.ts'
import { type StatusColumn, shippedStaysCompletedMessage } from './check-move.ts'
import { operationDeadline, projectDeadline } from './deadline-badge.ts'
import { columnsOf } from './kanban-columns.ts'
import { priorityTone } from './priority-tone.ts'

describe('columns', () => {
  it('the columns have the specified titles and order', () => {
    const titles = (...kanban: Parameters<typeof columnsOf>) =>
      columnsOf(...kanban).map(({ id, title }) => `${title} ${id}`)
    const phases = [
      'Submittals submittals',
      'Engineering engineering',
      'Production production',
      'Complete complete',
      'Shipped shipped',
      'On Hold on_hold',
      'Cancelled cancelled',
    ]
    expect(titles('project', 'phase')).toEqual(phases)
    expect(titles('operation', 'phase')).toEqual(phases)
    expect(titles('project', 'status')).toEqual([
      'New not_started',
      'In Progress in_progress',
      'On Hold on_hold',
      'Completed completed',
    ])
    expect(columnsOf('operation', 'status').map(({ id }) => id)).toEqual([
      'not_started',
      'in_progress',
      'on_hold',
      'completed',
    ])
  })

  it.each([
    ['New', 'not_started'],
    [null, 'not_started'],
    [undefined, 'not_started'],
    ['In Progress', 'in_progress'],
    ['On Hold', 'on_hold'],
    ['Completed', 'completed'],
  ] as const)('project status %s is in column %s', (status, column) => {
    expect(projectColumnOf({ status, currentPhase: null }, 'status')).toBe(column)
  })

  it.each([
    ...projectPhases.map((phase) => [phase, phase] as const),
    [null, 'engineering'],
    [undefined, 'engineering'],
  ] as const)('phase %s is in column %s', (phase, column) => {
    expect(projectColumnOf({ currentPhase: phase }, 'phase')).toBe(column)
    expect(operationColumnOf({ progress: 1, onHold: true, phase }, 'phase')).toBe(column)
  })

  it.each([
    [0, false, 'not_started'],
    [0, true, 'on_hold'],
    [0.01, false, 'in_progress'],
    [0.4, true, 'in_progress'],
    [0.99, false, 'in_progress'],
    [1, false, 'completed'],
    [1, true, 'completed'],
    [45, false, 'in_progress'],
    [100, false, 'completed'],
    [Number.NaN, false, 'not_started'],
  ] as const)('an operation at %s, on hold %s, is in column %s', (progress, onHold, column) => {
    expect(operationStatusColumnOf({ progress, onHold })).toBe(column)
  })
})

describe('progress', () => {
  it.each([
    [0, 0],
    [0.1, 10],
    [1, 100],
    [1.5, 1.5],
    [45, 45],
    [100, 100],
    [250, 100],
    [-3, 0],
  ])('%s reads as %s %%', (progress, percent) => {
    expect(progressPercentage(progress)).toBeCloseTo(percent)
    expect(progressFraction(progress)).toBeCloseTo(percent / 100)
  })
})

describe('order', () => {
  const project = (number: string, shipMs: number | null) => ({ number, shipMs, sequence: 0 })

  it('projects are sorted by ship date, undated last, then by number', () => {
    const cards = [project('4', null), project('3', 20), project('2', 10), project('1', 20), project('0', null)]
    expect(cards.sort(byShipDate).map(({ number }) => number)).toEqual(['2', '1', '3', '0', '4'])
  })

  it('operations are sorted by sequence, then by the order of their projects', () => {
    const cards = [
      { number: 'b', shipMs: 5, sequence: 20 },
      { number: 'c', shipMs: null, sequence: 10 },
      { number: 'a', shipMs: 9, sequence: 10 },
    ]
    expect(cards.sort(bySequence).map(({ number }) => number)).toEqual(['a', 'c', 'b'])
  })

  it('sorting loses no card, and an added card lands where sorting would put it', () => {
    const cards = fc.uniqueArray(
      fc.record({
        number: fc.string({ minLength: 1 }),
        shipMs: fc.option(fc.nat(20)),
        phase: fc.constantFrom(...projectPhases),
      }),
      { selector: ({ number }) => number, minLength: 1 },
    )
    fc.assert(
      fc.property(cards, (list) => {
        const kanban = buildKanban(columnsOf('project', 'phase'), list, ({ phase }) => phase, byShipDate)
        expect(kanban.flatMap(({ items }) => items)).toHaveLength(list.length)
        const [card, ...others] = list
        if (!card) return
        const column = others.toSorted(byShipDate)
        const landed = column.toSpliced(landingIndex(column, card, byShipDate), 0, card)
        expect(landed).toEqual([...others, card].sort(byShipDate))
      }),
    )
  })

  it('an added card lands after cards of equal rank', () => {
    expect(landingIndex([1, 2, 2, 3], 2, (a, b) => a - b)).toBe(3)
  })
})

describe('menu changes of an operation', () => {
  it.each([
    [0, false, 'not_started', 0, false],
    [0.4, false, 'not_started', 0, false],
    [1, false, 'not_started', 0, false],
    [0, false, 'in_progress', 0.1, false],
    [0, true, 'in_progress', 0.1, false],
    [0.4, false, 'in_progress', 0.4, false],
    [1, false, 'in_progress', 0.95, false],
    [0, true, 'completed', 1, false],
    [0.4, false, 'completed', 1, false],
    [0, false, 'on_hold', 0, true],
  ] as const)('%s, on hold %s -> %s: %s, on hold %s', (progress, onHold, column, after, heldAfter) => {
    expect(operationInColumn({ progress, onHold }, column)).toEqual({ progress: after, onHold: heldAfter })
  })

  it.each([
    [0, 'not_started'],
    [5, 'in_progress'],
    [95, 'in_progress'],
    [100, 'completed'],
  ] as const)('progress saved as %s %% moves the card to %s', (percent, column) => {
    expect(operationStatusColumnOf(operationAtPercent({ progress: 0.3, onHold: false }, percent))).toBe(column)
  })
})

describe('progress saved on a held operation', () => {
  it.each([
    [50, true],
    [100, false],
  ])('at %s percent: %s', (percent, onHold) => {
    expect(operationAtPercent({ progress: 0.3, onHold: true }, percent).onHold).toBe(onHold)
  })
})

describe('moves', () => {
  const invalid = { ok: false, reason: 'Invalid move - this transition is not allowed' }
  const unchanged = { ok: false, reason: 'Item position unchanged' }
  const project = (status: 'New' | 'In Progress' | 'Completed' | null, phase: (typeof projectPhases)[number] | null) =>
    ({ type: 'project', status, phase }) satisfies MovableCard
  const operation = (progress: number, onHold = false, phase: (typeof projectPhases)[number] = 'production') =>
    ({ type: 'operation', progress, onHold, phase }) satisfies MovableCard

  it.each([
    ['forward any distance', project('New', 'submittals'), 'phase', 'cancelled', { ok: true }],
    ['one step back', project('In Progress', 'production'), 'phase', 'engineering', { ok: true }],
    ['two steps back', project('In Progress', 'production'), 'phase', 'submittals', invalid],
    ['from On Hold one back', project('In Progress', 'on_hold'), 'phase', 'shipped', { ok: true }],
    ['from On Hold to work', project('In Progress', 'on_hold'), 'phase', 'production', invalid],
    ['same column', project('In Progress', 'production'), 'phase', 'production', unchanged],
    ['missing phase is Engineering', project('New', null), 'phase', 'engineering', unchanged],
    ['missing phase one back', project('New', null), 'phase', 'submittals', { ok: true }],
    ['Completed to not started', project('Completed', 'complete'), 'status', 'not_started', invalid],
    ['Completed to in progress', project('Completed', 'complete'), 'status', 'in_progress', { ok: true }],
    [
      'shipped to in progress',
      project('Completed', 'shipped'),
      'status',
      'in_progress',
      { ok: false, reason: shippedStaysCompletedMessage },
    ],
    ['missing status is New', project(null, 'engineering'), 'status', 'not_started', unchanged],
    ['operation follows its project', operation(0.5), 'phase', 'submittals', invalid],
    ['operation with its project', operation(0.5), 'phase', 'complete', { ok: true }],
    ['operation back to not started', operation(1), 'status', 'not_started', { ok: true }],
    ['held operation to work', operation(0, true), 'status', 'in_progress', { ok: true }],
    ['idle operation on hold', operation(0), 'status', 'on_hold', { ok: true }],
    ['started operation on hold', operation(0.4), 'status', 'on_hold', invalid],
    ['done operation on hold', operation(1), 'status', 'on_hold', invalid],
    ['operation at home', operation(0.4), 'status', 'in_progress', unchanged],
  ] as const)('%s', (_, card, grouping, target: (typeof projectPhases)[number] | StatusColumn, decision) => {
    expect(checkCardMove(card, grouping, target)).toEqual(decision)
  })

  it('a drop outside all columns has the specified message', () =>
    expect(droppedOutsideMessage).toBe('Item dropped outside a droppable area'))
})

describe('badges of a card', () => {
  it.each([
    [100, 'error'],
    [90, 'error'],
    [89, 'warning'],
    [70, 'warning'],
    [69, 'info'],
    [50, 'info'],
    [49, 'success'],
    [0, 'success'],
  ])('priority %s is %s', (priority, tone) => expect(priorityTone(priority)).toBe(tone))

  it.each([
    [-1016, 'In Progress', '1,016 d past due', 'error'],
    [-16, 'In Progress', '16 d past due', 'error'],
    [-1, 'On Hold', '1 d past due', 'error'],
    [0, 'New', 'today', 'error'],
    [1, 'New', 'tomorrow', 'error'],
    [3, 'New', 'in 3 d', 'error'],
    [4, 'New', 'in 4 d', 'warning'],
    [7, 'New', 'in 7 d', 'warning'],
    [8, 'New', undefined, undefined],
    [null, 'New', undefined, undefined],
    [-16, 'Completed', undefined, undefined],
    [2, 'Completed', 'in 2 d', 'error'],
    [7, 'Completed', 'in 7 d', 'warning'],
  ] as const)('a project with %s days left and status %s says %s', (days, status, words, tone) => {
    const pastDueDays = days !== null && days < 0 ? -days : null
    const badge = projectDeadline({ status, pastDueDays, currentPhase: 'production' }, days)
    expect([badge?.words, badge?.tone]).toEqual([words, tone])
  })

  it.each([
    ['cancelled', -3, '3 d past due'],
    ['cancelled', 3, 'in 3 d'],
    ['shipped', -3, undefined],
    ['shipped', 3, undefined],
  ] as const)('a project in the phase %s with %s days left says %s', (currentPhase, days, words) => {
    expect(projectDeadline({ status: 'In Progress', currentPhase, pastDueDays: null }, days)?.words).toBe(words)
  })

  it.each([
    [-2, 'overdue', 'Overdue', 'error'],
    [5, 'overdue', 'Overdue', 'error'],
    [1, 'onTime', 'tomorrow', 'error'],
    [2, 'atRisk', 'in 2 d', 'warning'],
    [3, 'projectedLate', 'in 3 d', 'warning'],
    [4, 'projectedLate', undefined, undefined],
    [null, 'unscheduled', undefined, undefined],
    [-2, 'completed', undefined, undefined],
    [1, 'closed', undefined, undefined],
  ] as const)('an operation with %s days left in state %s says %s', (days, state, words, tone) => {
    const badge = operationDeadline(state, days)
    expect([badge?.words, badge?.tone]).toEqual([words, tone])
  })
})

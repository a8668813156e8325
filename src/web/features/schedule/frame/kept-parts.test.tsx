import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { type CompactSchedule, operationFlag } from '#contract/schedule.ts'
import { fixturePlan } from '#testing/schedule/plan-fixture.ts'
import { at, monday, open, Scene, span } from '#testing/schedule/scene-fixture.tsx'
import type { ReaderRefusals } from '../model/center-refusals.ts'
import type { ScheduleView } from '../model/time-scale.ts'

afterEach(cleanup)

/** The second operation is pinned and waits for the first; the third is at the work center of the first. */
const plan = fixturePlan({
  projects: [
    [
      { ...span(2, 12, 20), name: 'Cut' },
      { ...span(3, 6, 14), name: 'Weld', category: 1, flags: operationFlag.pinned },
    ],
    [
      { ...span(3, 14, 22), name: 'Bend' },
      { ...span(4, 6, 14), name: 'Paint', category: 2 },
    ],
  ],
  dueMs: [at(8, 24), at(3, 24)],
  states: ['onTime', 'late'],
  latenessDays: [0, 1],
  capacities: [1, 1, 1],
  links: [[0, 1]],
  open,
  from: monday,
  to: at(21, 0),
  now: at(2, 10),
})

type Columns = CompactSchedule['operations'] & CompactSchedule['projects']

const inTable = (table: 'operations' | 'projects', name: keyof Columns, row: number, value: number | string) => ({
  ...plan,
  [table]: {
    ...plan[table],
    [name]: { ...plan.operations, ...plan.projects }[name].map((old, i) => (i === row ? value : old)),
  },
})
const moved = (row: number, dates: { startMs: number; endMs: number }) => ({
  ...plan,
  operations: {
    ...plan.operations,
    startMs: plan.operations.startMs.with(row, dates.startMs),
    endMs: plan.operations.endMs.with(row, dates.endMs),
  },
})

const changes: readonly (readonly [string, CompactSchedule])[] = [
  ['a move', moved(3, span(5, 6, 14))],
  ['a move that ends after a pinned operation begins', moved(0, span(3, 6, 13))],
  ['a move above the capacity', moved(2, span(2, 14, 22))],
  ['progress', inTable('operations', 'progressPercentage', 3, 40)],
  ['a hold', inTable('operations', 'flags', 3, operationFlag.onHold)],
  ['another state', inTable('operations', 'states', 3, 1)],
  ['a new name', inTable('operations', 'names', 0, 'Saw')],
  ['material', inTable('operations', 'materialReadyMs', 3, at(6, 8))],
  ['another work center', inTable('operations', 'category', 3, 1)],
  ['another number of a project', inTable('projects', 'numbers', 1, '2077')],
  ['another ship date', inTable('projects', 'dueMs', 0, at(9, 24))],
  ['later days of a project', inTable('projects', 'latenessDays', 1, 7)],
  ['a completed project', inTable('projects', 'flags', 0, 1)],
  ['a later time', { ...plan, now: at(3, 20) }],
]

/** Days are wide enough for the labels of the Timeline. */
const scene = (data: CompactSchedule, view: ScheduleView, refusals: Partial<ReaderRefusals> = {}) => (
  <Scene data={data} view={view} stretch={2} refusals={refusals} expandedAll />
)
/** The reader plans all work centers but the first. */
const limited: Partial<ReaderRefusals> = {
  operation: (_, { categoryId }) => (categoryId === 'category-0' ? 'You plan only some work centers.' : null),
}
const drawn = () => document.querySelector('[data-scroller]')?.innerHTML ?? ''

describe.each(['gantt', 'timeline'] as const)('a newer plan in the %s', (view) => {
  it.each(changes)('is drawn as if it were the first one: %s', (_, data) => {
    const { rerender, unmount } = render(scene(plan, view))
    const before = drawn()
    rerender(scene(data, view))
    const after = drawn()
    unmount()
    render(scene(data, view))
    expect(after).toBe(drawn())
    expect(before.length).toBeGreaterThan(1000)
  })

  it('a row is drawn anew when the reader has got other rights', () => {
    const { rerender, unmount } = render(scene(plan, view))
    const before = drawn()
    rerender(scene(plan, view, limited))
    const after = drawn()
    unmount()
    render(scene(plan, view, limited))
    expect(after).toBe(drawn())
    const movable = (html: string) => html.split('cursor-grab').length - 1
    expect([movable(before), movable(after)]).toEqual([4, 2])
  })

  it('changes only the elements of the rows that it changes', () => {
    const { rerender } = render(scene(plan, view))
    const observer = new MutationObserver(() => {})
    observer.observe(document.body, { attributes: true, subtree: true, childList: true, characterData: true })
    rerender(scene(moved(3, span(5, 6, 14)), view))
    const changed = observer.takeRecords().flatMap(({ target }) => {
      const part = (target instanceof Element ? target : target.parentElement)?.closest('[role=row], [data-operation]')
      return part ? [part.getAttribute('aria-label') ?? part.textContent ?? ''] : []
    })
    observer.disconnect()
    expect(changed.length).toBeGreaterThan(0)
    // The Timeline has a row for each work center.
    const own = view === 'gantt' ? /Paint|#1032/ : /Center 2/
    expect(changed.filter((words) => !own.test(words))).toEqual([])
  })
})

it('a bar of the Timeline keeps the focus when it is moved to another day', async () => {
  const { rerender } = render(scene(plan, 'timeline'))
  fireEvent.keyDown(screen.getByRole('gridcell', { name: /Cut, Wed/ }), { key: 'ArrowRight' })
  const bar = screen.getByRole('gridcell', { name: /Bend, Thu/ })
  await waitFor(() => expect(document.activeElement).toBe(bar))
  rerender(scene(moved(2, span(5, 6, 14)), 'timeline'))
  expect(bar.getAttribute('aria-label')).toMatch(/Bend, Sat/)
  expect(document.activeElement === bar).toBe(true)
})

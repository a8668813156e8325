import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { operationFlag } from '#contract/schedule.ts'
import { fixturePlan } from '#testing/schedule/plan-fixture.ts'
import { at, monday, open, Scene, span } from '#testing/schedule/scene-fixture.tsx'

afterEach(cleanup)

/** More projects, operations and days than fit in the window. */
const plan = fixturePlan({
  projects: Array.from({ length: 60 }, (_, project) => [
    { ...span(project % 20, 6, 14), name: `Cut ${project}` },
    { ...span(project % 20, 14, 22), name: `Weld ${project}` },
  ]),
  open,
  from: monday,
  to: at(21, 0),
  now: at(2, 10),
})

/** An operation at each of two work centers. */
const centers = fixturePlan({
  projects: [[span(2, 10, 20), { ...span(3, 6, 16), category: 1 }]],
  capacities: [1, 1],
  open,
  from: monday,
  to: at(21, 0),
  now: at(2, 10),
})

const scrollBy = (way: 'scrollTop' | 'scrollLeft', px: number) => {
  const scroller = document.querySelector<HTMLElement>('[data-scroller]')
  if (!scroller) throw new Error('No scroller')
  scroller[way] += px
  fireEvent.scroll(scroller)
}

const parts = '[data-row], [data-operation]'
const shown = () => new Set(document.querySelectorAll(parts))

/** What changes in the document when the schedule is scrolled. */
const changesBy = (scroll: () => void) => {
  const before = shown()
  const observer = new MutationObserver(() => {})
  observer.observe(document.body, { attributes: true, subtree: true })
  scroll()
  const drawnAgain = observer.takeRecords().filter(({ target }) => (target as Element).matches(parts))
  observer.disconnect()
  const after = shown()
  const kept = [...after].filter((part) => before.has(part))
  return { kept: kept.length, added: after.size - kept.length, drawnAgain: drawnAgain.length }
}

describe('rows and bars that stay in the window', () => {
  it('are left as they are when the Gantt is scrolled', () => {
    render(<Scene data={plan} expandedAll />)
    const down = changesBy(() => scrollBy('scrollTop', 400))
    expect(down.added).toBeGreaterThan(5)
    expect(down.kept).toBeGreaterThan(20)
    expect(down.drawnAgain).toBe(0)
    expect(screen.getAllByRole('row').length).toBeLessThan(60)
  })

  it('are left as they are when the Timeline is scrolled', () => {
    render(<Scene data={plan} view="timeline" stretch={1.6} />)
    const sideways = changesBy(() => scrollBy('scrollLeft', 600))
    expect(sideways.added).toBeGreaterThan(5)
    expect(sideways.kept).toBeGreaterThan(5)
    expect(sideways.drawnAgain).toBe(0)
  })
})

it('the Gantt ends with its last row when its projects are collapsed', () => {
  render(<Scene data={plan} expandedAll />)
  const heightPx = () => Number.parseFloat(screen.getByRole('treegrid').style.height)
  expect(heightPx()).toBe(180 * 32)
  fireEvent.click(screen.getByRole('button', { name: 'Collapse all projects' }))
  expect(heightPx()).toBe(60 * 32)
})

it('a zoom draws no bar that it takes away again at once', () => {
  const { rerender } = render(<Scene data={plan} expandedAll zoom="weeks" />)
  const bars = () => document.querySelectorAll('[data-operation]').length
  expect(bars()).toBeGreaterThan(10)
  scrollBy('scrollLeft', 1000)
  expect(bars()).toBe(0)
  const observer = new MutationObserver(() => {})
  observer.observe(document.body, { childList: true, subtree: true })
  // The middle is behind the plan, and stays there.
  rerender(<Scene data={plan} expandedAll zoom="days" />)
  const added = observer.takeRecords().flatMap(({ addedNodes }) => [...addedNodes])
  observer.disconnect()
  expect(bars()).toBe(0)
  expect(added.filter((node) => node instanceof Element && node.matches('[data-operation]'))).toEqual([])
})

it('a bar of the Timeline is an element where its number fits, and where it can take the focus', () => {
  const bars = () => [...document.querySelectorAll('[data-operation]')]
  render(<Scene data={centers} view="timeline" zoom="weeks" />)
  expect(document.querySelectorAll('path.fill-bar')).toHaveLength(2)
  expect(bars().map((bar) => [bar.textContent, bar.getAttribute('tabindex')])).toEqual([['', '0']])
  cleanup()
  render(<Scene data={centers} view="timeline" stretch={3} />)
  expect(bars().map((bar) => bar.textContent)).toEqual(['#1031Frame 0', '#1031Frame 0'])
})

it('the Gantt opens a proposal at the first bar that it moves', async () => {
  const move = (day: number) => ({
    startAfter: new Date(at(day, 6)).toISOString(),
    endAfter: new Date(at(day, 14)).toISOString(),
  })
  const proposed = [
    { operationId: 'operation-110', projectId: 'project-55', startBefore: null, endBefore: null, ...move(19) },
    { operationId: 'operation-80', projectId: 'project-40', startBefore: null, endBefore: null, ...move(18) },
  ]
  const rows = () =>
    screen.queryAllByRole('row', { name: /^(Cut|Weld)/ }).map((row) => row.textContent?.split('Mon')[0])
  const scroller = () => document.querySelector<HTMLElement>('[data-scroller]')
  const { rerender } = render(<Scene data={plan} dates={{ proposed }} zoom="hours" />)
  // It opens at the current time, and goes to the new place with the next frame.
  await waitFor(() => expect(scroller()?.scrollLeft).toBeGreaterThan(24 * 20 * 16))
  // Only what changes has rows.
  expect(rows()).toHaveLength(2)
  rerender(<Scene data={plan} dates={{ proposed }} zoom="hours" unchanged />)
  await waitFor(() => expect(scroller()?.scrollTop).toBeGreaterThan(40 * 32 - 720))
  expect(screen.getByRole('row', { name: /^Cut 40/ })).toBeTruthy()
})

it('the Gantt opens at the operation of the address, below rows that a filter or a group takes away', () => {
  const folded = fixturePlan({
    projects: Array.from({ length: 60 }, (_, project) => [
      ...Array.from({ length: 4 }, () => ({ ...span(1, 6, 8), flags: operationFlag.completed })),
      { ...span(3, 8, 12), name: `Weld ${project}` },
    ]),
    states: Array.from({ length: 60 }, () => 'late' as const),
    latenessDays: Array.from({ length: 60 }, () => 1),
    open,
    from: monday,
    to: at(21, 0),
    now: at(2, 10),
  })
  render(<Scene data={folded} done={false} operation="operation-204" />)
  // Of each project above, one row for its completed operations and one for the open one.
  const top = document.querySelector('[data-scroller]')?.scrollTop ?? 0
  expect(top).toBeGreaterThan(40 * 3 * 32 - 720)
  expect(top).toBeLessThan(41 * 3 * 32)
  expect(screen.getByRole('row', { name: /^Weld 40/, selected: true })).toBeTruthy()
})

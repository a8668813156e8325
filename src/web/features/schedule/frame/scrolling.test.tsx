import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { fixturePlan } from '../model/plan-fixture.ts'
import { at, monday, open, Scene, span } from '../scene-fixture.tsx'

afterEach(cleanup)

/** More projects, operations and days than fit in the window. */
const plan = fixturePlan({
  projects: Array.from({ length: 60 }, (_, project) => [
    { ...span(project % 20, 6, 14), name: `Cut ${project}` },
    { ...span(project % 20, 14, 22), name: `Weld ${project}` },
  ]),
  ...{ open, from: monday, to: at(21, 0), now: at(2, 10) },
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
    render(<Scene data={plan} view="timeline" />)
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

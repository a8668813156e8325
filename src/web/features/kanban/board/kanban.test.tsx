import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Project } from '#contract/projects.ts'
import { buildKanban } from '#domain/kanban/build-kanban.ts'
import { phaseColumns } from '#domain/kanban/kanban-columns.ts'
import { valueAt } from '#domain/value-at.ts'
import { manyProjects } from '#testing/bench/kanban/many-projects.ts'
import * as progressBars from '../cards/card-progress-bar.tsx'
import { type Columns, reuseColumns } from '../model/column-set.ts'
import * as totals from '../model/column-totals.ts'
import { columnOf, compareCards } from '../model/kanban-card.ts'
import { projectCard } from '../model/project-cards.ts'
import { Kanban } from './kanban.tsx'

const drawn = { cards: [] as string[], heads: [] as number[] }
// Every card renders one progress bar and every column header computes its totals once, so these count renders.
beforeEach(() => {
  vi.spyOn(progressBars, 'CardProgressBar').mockImplementation(({ name }) => {
    drawn.cards.push(name)
    return <></>
  })
  vi.spyOn(totals, 'columnTotals').mockImplementation((items) => {
    drawn.heads.push(items.length)
    return { count: items.length, late: 0, hoursLeft: 0 }
  })
})

const nowMs = Date.parse('2026-11-18T16:00:00Z')
const columnsFor = (projects: readonly Project[], before: Columns): Columns =>
  reuseColumns(
    before,
    buildKanban(
      phaseColumns,
      projects.map((project) => projectCard(project, null)),
      (card) => columnOf(card, 'phase'),
      compareCards,
    ),
  )

const actions = {
  move: vi.fn(() => true),
  toggleCollapsed: vi.fn(),
  openProgress: vi.fn(),
  hold: vi.fn(),
  open: vi.fn(),
}
const fixed = {
  grouping: 'phase',
  density: 'comfortable',
  collapsed: [],
  dates: { zone: 'America/Chicago', dateFormat: 'MM/dd/yyyy', timeFormat: '12h' },
  nowMs,
  categories: new Map(),
  actions,
  onReorder: () => false,
} as const

beforeEach(() => {
  for (const name of ['clientHeight', 'clientWidth'] as const) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => 900 })
  }
  drawn.cards.length = 0
  drawn.heads.length = 0
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

describe('a board of 2,000 cards', () => {
  it('renders only visible cards, and after a move only the moved card and its two columns', () => {
    const projects = manyProjects(2_000, nowMs)
    const first = columnsFor(projects, [])
    const { rerender, container } = render(<Kanban {...fixed} columns={first} />)
    const faces = container.querySelectorAll('[data-card]').length
    expect(faces).toBeGreaterThan(7)
    expect(faces).toBeLessThan(80)

    // As in a real move, one record changes: the first card of Production goes to Engineering.
    const moved = first.find(({ id }) => id === 'production')?.items[0]
    if (moved?.type !== 'project') throw new Error('No card')
    const inSight = new Set(
      [...container.querySelectorAll('[data-card]')].map((card) => card.getAttribute('data-card')),
    )
    drawn.cards.length = 0
    drawn.heads.length = 0
    const after = projects.map((project) =>
      project === moved.project ? { ...project, currentPhase: 'engineering' as const } : project,
    )
    act(() => rerender(<Kanban {...fixed} columns={columnsFor(after, first)} />))
    expect(container.querySelector('[data-column=engineering] [data-card]')?.getAttribute('data-card')).toBe(moved.id)
    expect(drawn.heads).toHaveLength(2)
    // Besides the moved card, only the card that becomes visible in its place may render.
    const again = drawn.cards.filter((title) => {
      const id = projects.find(({ projectName }) => projectName === title)?.projectId ?? ''
      return inSight.has(id)
    })
    expect(new Set(again)).toEqual(new Set([moved.title]))
  })
})

describe('the Kanban board', () => {
  const kanban = () => {
    const columns = columnsFor(manyProjects(40, nowMs), [])
    render(<Kanban {...fixed} columns={columns} />)
    const column = screen.getByRole('region', { name: 'Production' })
    return { columns, cards: within(column).getAllByRole('group') }
  }

  it.each([
    ['ArrowRight', 'complete'],
    ['ArrowLeft', 'engineering'],
  ])('moves the focused card with %s to %s', (key, column) => {
    const { cards } = kanban()
    fireEvent.keyDown(valueAt(cards, 0), { key })
    expect(actions.move).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ type: 'project' }),
      column,
      'screen',
      undefined,
    )
  })

  it.each(['Enter', ' '])('opens the progress dialog of the focused card with "%s"', (key) => {
    const { cards } = kanban()
    fireEvent.keyDown(valueAt(cards, 1), { key })
    expect(actions.openProgress).toHaveBeenCalledOnce()
  })

  it('does not move a card when keys are pressed on a button inside it', () => {
    const { cards } = kanban()
    fireEvent.keyDown(within(valueAt(cards, 0)).getByRole('button', { name: /^Menu of/ }), { key: 'ArrowRight' })
    expect(actions.move).not.toHaveBeenCalled()
  })

  it('keeps the focus on a card that another user moves, even when another card moves later', () => {
    const projects = manyProjects(40, nowMs)
    const columns = columnsFor(projects, [])
    const { rerender } = render(<Kanban {...fixed} columns={columns} />)
    const [card, other] = columns.find(({ id }) => id === 'production')?.items ?? []
    const to = (id: string | undefined, currentPhase: Project['currentPhase']) =>
      columnsFor(
        projects.map((project) => (project.projectId === id ? { ...project, currentPhase } : project)),
        columns,
      )
    const focused = () => document.activeElement?.getAttribute('data-card')
    screen.getByRole('button', { name: `Menu of ${card?.title}` }).focus()
    act(() => rerender(<Kanban {...fixed} columns={to(card?.id, 'engineering')} />))
    expect(focused()).toBe(card?.id)
    expect(document.activeElement?.closest('[data-column]')?.getAttribute('data-column')).toBe('engineering')
    act(() => rerender(<Kanban {...fixed} columns={to(other?.id, 'engineering')} />))
    expect(focused()).toBe(card?.id)
  })

  it('says in an empty column that it is empty', () => {
    render(<Kanban {...fixed} columns={columnsFor([], [])} />)
    expect(screen.getByText('No items in Submittals')).toBeTruthy()
    expect(screen.getAllByText('Drag items here')).toHaveLength(7)
  })
})

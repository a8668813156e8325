import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fixturePlan } from '#testing/schedule/plan-fixture.ts'
import { Scene, scenePlan } from '#testing/schedule/scene-fixture.tsx'
import type { RowGrouping } from '../model/schedule-choices.ts'

afterEach(cleanup)

/** The same plan, with bending and assembly at a second work center, and projects of different priority. */
const plan = {
  ...scenePlan,
  categories: fixturePlan({ projects: [], capacities: [1, 1] }).categories,
  projects: { ...scenePlan.projects, priorities: [95, 40] },
  operations: { ...scenePlan.operations, category: [0, 0, 0, 1, -1] },
}

const rows = () => within(screen.getByRole('treegrid')).getAllByRole('row')
/** The names of the rows, each indented by its level. */
const tree = () =>
  rows().map((row) => {
    const [name] = within(row).getAllByRole('gridcell')
    return `${'  '.repeat(Number(row.getAttribute('aria-level')) - 1)}${name?.textContent}`
  })
const scene = (group: RowGrouping, more = {}) => <Scene data={plan} expandedAll group={group} {...more} />

describe('the rows of the Gantt', () => {
  it('are grouped by the lateness or the priority of the projects', () => {
    const { rerender } = render(scene('lateness'))
    const second = ['  #1032Frame 1', '    Bend brackets', '    Assembly']
    const first = ['  #1031Frame 0', '    Cut plates', '    Weld frame', '    Paint topcoat']
    expect(tree()).toEqual(['Past due or projected late1 project', ...second, 'On time1 project', ...first])
    rerender(scene('priority'))
    expect(tree()).toEqual(['Priority 90 and above1 project', ...first, 'Priority below 501 project', ...second])
    rerender(scene(''))
    expect(rows().map((row) => row.getAttribute('aria-level'))).toEqual(['1', '2', '2', '1', '2', '2', '2'])
  })

  it('are the operations of each work center, open ones by their start and completed ones last, as far as the filter shows them', () => {
    const { rerender } = render(scene('center'))
    const rest = ['Center 11 operation', '  #1032 Bend brackets', 'No work center1 operation', '  #1032 Assembly']
    expect(tree()).toEqual([
      'Center 03 operations',
      '  #1031 Weld frame',
      '  #1031 Paint topcoat',
      '  #1031 Cut plates',
      ...rest,
    ])
    rerender(scene('center', { show: 'late' }))
    expect(tree()).toEqual(rest)
    rerender(scene('center', { done: false }))
    expect(tree().slice(0, 4)).toEqual([
      'Center 03 operations',
      '  1 done',
      '  #1031 Weld frame',
      '  #1031 Paint topcoat',
    ])
  })

  it('are expanded and collapsed by group, with the pointer and with keys', async () => {
    const user = userEvent.setup()
    render(scene('center'))
    const head = () => screen.getByRole('row', { name: /3 operations/ })
    await user.click(head())
    expect(tree()[1]).toBe('Center 11 operation')
    expect(head().getAttribute('aria-expanded')).toBe('false')
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}')
    expect(document.activeElement?.textContent).toContain('#1031 Paint topcoat')
    await user.keyboard('{ArrowLeft}')
    expect(document.activeElement).toBe(head())
    await user.keyboard('{ArrowLeft}')
    expect(tree()[1]).toBe('Center 11 operation')
    await user.click(screen.getByRole('button', { name: 'Collapse all projects' }))
    expect(tree()).toEqual(['Center 03 operations', 'Center 11 operation', 'No work center1 operation'])
    await user.click(screen.getByRole('button', { name: 'Expand all projects' }))
    expect(rows()).toHaveLength(8)
  })

  it('lead from a collapsed project to its group, and show a selected operation in a collapsed group', async () => {
    const user = userEvent.setup()
    const { rerender } = render(scene('priority'))
    await user.click(screen.getByRole('row', { name: /Frame 0/ }))
    await user.keyboard('{ArrowLeft}')
    expect(document.activeElement?.textContent).toContain('Priority 90 and above')
    await user.keyboard('{Enter}')
    expect(screen.queryByRole('row', { name: /Frame 0/ })).toBeNull()
    rerender(scene('priority', { operation: 'operation-1' }))
    expect(screen.getByRole('row', { name: /Weld frame/ }).getAttribute('aria-selected')).toBe('true')
  })
})

it('the grouping is chosen among the options of the view', async () => {
  const user = userEvent.setup()
  const onSearch = vi.fn()
  render(scene('', { onSearch }))
  await user.click(screen.getByRole('button', { name: 'View options' }))
  await user.selectOptions(screen.getByLabelText('Group the rows by'), 'Work center')
  expect(onSearch).toHaveBeenCalledWith({ group: 'center' })
})

import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { operationFlag } from '#contract/schedule.ts'
import { Scene, scenePlan } from '#testing/schedule/scene-fixture.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const rows = () => within(screen.getByRole('treegrid')).getAllByRole('row')
/** The names in the tree, without the columns beside them. */
const names = () => rows().map((row) => within(row).getAllByRole('gridcell')[0]?.textContent)
const rest = ['Weld frame', 'Paint topcoat']
const second = ['#1032Frame 1', 'Bend brackets', 'Assembly']
const scene = (props: Partial<Parameters<typeof Scene>[0]> = {}) => <Scene done={false} expandedAll {...props} />

describe('the completed operations of a project', () => {
  it('stand in one row at first, which opens and closes with the pointer and with keys', async () => {
    const user = userEvent.setup()
    render(scene())
    expect(names()).toEqual([...second, '#1031Frame 0', '1 done', ...rest])
    const folded = () => screen.getByRole('row', { name: '1 done' })
    expect([folded().getAttribute('aria-expanded'), folded().getAttribute('aria-level')]).toEqual(['false', '2'])
    await user.click(folded())
    expect(names()).toEqual([...second, '#1031Frame 0', '1 done', 'Cut plates', ...rest])
    await user.keyboard('{ArrowDown}{ArrowLeft}')
    expect(document.activeElement).toBe(folded())
    await user.keyboard('{ArrowLeft}')
    expect(names()).not.toContain('Cut plates')
    await user.keyboard('{ArrowLeft}')
    expect(document.activeElement?.textContent).toContain('Frame 0')
  })

  it('are shown when one of them is selected, and all of them by the option of the view', () => {
    const { rerender } = render(scene())
    rerender(scene({ operation: 'operation-0' }))
    expect(screen.getByRole('row', { name: /Cut plates/ }).getAttribute('aria-selected')).toBe('true')
    cleanup()
    render(scene({ done: true }))
    expect(names()).toEqual([...second, '#1031Frame 0', 'Cut plates', ...rest])
  })

  it('take in an operation that is completed meanwhile', () => {
    const { operations } = scenePlan
    const { rerender } = render(scene())
    const flags = operations.flags.with(1, operationFlag.completed)
    rerender(scene({ data: { ...scenePlan, operations: { ...operations, flags } } }))
    expect(names()).toEqual([...second, '#1031Frame 0', '2 done', 'Paint topcoat'])
  })

  it('completed operations have one row in each work center where the rows are grouped by work center', async () => {
    const user = userEvent.setup()
    const byCenter = { group: 'center' } as const
    const { rerender } = render(scene(byCenter))
    const before = names()
    expect(before).not.toContain('Cut plates')
    const folded = () => screen.getByRole('row', { name: '1 done' })
    expect([folded().getAttribute('aria-expanded'), folded().getAttribute('aria-level')]).toEqual(['false', '2'])
    const index = before.indexOf('1 done')
    await user.click(folded())
    expect(names()[index + 1]).toContain('Cut plates')
    await user.keyboard('{ArrowDown}{ArrowLeft}')
    expect(document.activeElement).toBe(folded())
    await user.keyboard('{ArrowLeft}')
    expect(names()).toEqual(before)
    await user.keyboard('{ArrowLeft}')
    expect(document.activeElement?.textContent).toBe(before[index - 1])
    rerender(scene({ ...byCenter, operation: 'operation-0' }))
    expect(screen.getByRole('row', { name: /Cut plates/ }).getAttribute('aria-selected')).toBe('true')
  })

  it('stand in one row of the list on a phone as well', () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('768'),
      addEventListener: () => {},
      removeEventListener: () => {},
    }))
    render(scene())
    const folded = screen.getByRole('button', { name: '1 done' })
    expect(screen.queryByRole('button', { name: /Cut plates/ })).toBeNull()
    fireEvent.click(folded)
    expect(folded.getAttribute('aria-expanded')).toBe('true')
    expect(screen.getByRole('button', { name: /Cut plates/ })).toBeTruthy()
  })
})

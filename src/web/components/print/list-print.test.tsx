import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { listScreen } from '#testing/list-screen.ts'
import { fitOn } from './list-sheet.tsx'

const list = listScreen({ timeZone: 'UTC' })
beforeEach(() => {
  // So low that the list does not draw all of its rows.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(300)
  vi.spyOn(window, 'print').mockImplementation(() => {})
})

const sheet = () => document.querySelector<HTMLElement>('[data-print]')
const texts = (selector: string) => [...(sheet()?.querySelectorAll(selector) ?? [])].map((cell) => cell.textContent)
const heads = () => texts('thead th')
/** The first cell of each line: the name of a row, or the head of a group. */
const lines = () => texts('tbody tr > :first-child')
const isPrinted = () => waitFor(() => expect(window.print).toHaveBeenCalledOnce(), { timeout: 20_000 })

/** Two projects, the first with so many operations that the list does not draw them all. */
const addWork = async () => {
  const admin = await list.server.contextOf(list.tenant.admin)
  const { categoryId } = await buildCategory(admin, { name: 'Saw' })
  const ctx = await list.server.contextOf(list.tenant.planner)
  const [frame, rack] = [
    await buildProject(ctx, { projectName: 'Frame', priority: 90 }),
    await buildProject(ctx, { projectName: 'Rack', priority: 20 }),
  ]
  for (let n = 1; n <= 40; n++) await buildOperation(ctx, frame.projectId, { name: `Cut ${n}`, categoryId })
  await buildOperation(ctx, rack.projectId, { name: 'Weld' })
  return { frame, rack }
}

describe('a printed list of operations', () => {
  it('the printed list has the headings of its groups, and Ctrl+P prints it on the paper used last', async () => {
    const { rack } = await addWork()
    const { user } = await list.open('/operations?groupBy=project&sortBy=name&sortOrder=asc')
    await screen.findByRole('button', { name: /Frame/ })
    await user.click(document.body)
    await user.keyboard('{Control>}p{/Control}')
    await isPrinted()
    expect(lines()).toHaveLength(43)
    expect(lines().filter((line) => line?.includes('operation'))).toEqual([
      expect.stringMatching(/^#\S+ Frame, 40 operations$/),
      `#${rack.projectNumber} Rack, 1 operation`,
    ])
    expect(lines().at(-1)).toContain('Weld')
  })
})

describe('a printed list of another kind', () => {
  it('the printed projects are those that match, without the row menu', async () => {
    await addWork()
    const { user } = await list.open('/projects?q=rack')
    await screen.findByRole('link', { name: 'Rack' })
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: /Print this list.*A4/ }))
    await isPrinted()
    expect(heads().slice(0, 3)).toEqual(['Number', 'Name', 'State'])
    expect(heads()).not.toContain('Actions')
    expect(lines()).toHaveLength(1)
    expect(sheet()?.textContent).toContain('Open; Search for "rack"')
    expect(sheet()?.textContent).toContain('size: A4 landscape')
  })

  it('the printed work centers have no buttons', async () => {
    await addWork()
    const { user } = await list.open('/shift-patterns?tab=work-centers', list.tenant.admin)
    await screen.findByRole('rowheader', { name: 'Saw' })
    await user.click(screen.getByRole('button', { name: 'Print' }))
    await user.click(await screen.findByRole('menuitem', { name: /Print this list.*A4/ }))
    await isPrinted()
    expect(heads()).toEqual(['Work center', 'Parallel capacity', 'Shift pattern'])
    expect(lines()).toEqual(['Saw'])
    expect(sheet()?.querySelector('button')).toBeNull()
  })
})

describe('the way a list lies on its paper', () => {
  it('the sheet is upright if its columns have room, and smaller if they have none on the long side', () => {
    expect(fitOn('A4', 600)).toEqual({ upright: true, zoom: 1 })
    expect(fitOn('A4', 900)).toEqual({ upright: false, zoom: 1 })
    expect(fitOn('A4', 0)).toEqual({ upright: false, zoom: 1 })
    expect(fitOn('Letter', 1200).zoom).toBeCloseTo(0.82, 2)
    expect(fitOn('A4', 9000).zoom).toBe(0.6)
  })
})

// @module-tag rest
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { listScreen } from '#testing/list-screen.ts'
import { sendNoteAs } from '#testing/send-note-as.ts'
import { fitOn } from './list-sheet.tsx'

const list = listScreen({ timeZone: 'UTC' })
beforeEach(() => {
  // So low that the list does not render all of its rows.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(300)
  vi.spyOn(window, 'print').mockImplementation(() => {})
})

const sheet = () => document.querySelector<HTMLElement>('[data-print]')
const texts = (selector: string) => [...(sheet()?.querySelectorAll(selector) ?? [])].map((cell) => cell.textContent)
const heads = () => texts('thead th')
/** The first cell of each line: the name of a row, or a group heading. */
const lines = () => texts('tbody tr > :first-child')
const isPrinted = () => waitFor(() => expect(window.print).toHaveBeenCalledOnce(), { timeout: 20_000 })

/** Two projects, the first with so many operations that the list does not render them all. */
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
  it('the printed list has its group headings, and Ctrl+P prints it on the paper size used last', async () => {
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
  it('Ctrl+P prints the list while its search field has the focus', async () => {
    await addWork()
    const { user } = await list.open('/projects?q=rack')
    await screen.findByRole('link', { name: 'Rack' })
    await user.click(screen.getByRole('searchbox'))
    await user.keyboard('{Control>}p{/Control}')
    await isPrinted()
    expect(lines()).toHaveLength(1)
  })

  it('the printed operations of a project end with their total', async () => {
    const { frame } = await addWork()
    const { user } = await list.open(`/projects/${frame.projectId}`)
    await user.click(await screen.findByRole('button', { name: 'Print' }))
    await user.click(await screen.findByRole('menuitem', { name: /Print this list.*A4/ }))
    await isPrinted()
    expect(lines()).toHaveLength(40)
    expect(texts('tfoot td')).toEqual([expect.stringMatching(/^40 operations, 0 %, 0 h done, \d+ h left$/)])
  })

  it('the printed projects are the matching ones, without the row menu', async () => {
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

/** Ends the printing, as the browser does when its dialog closes. */
const endPrinting = () => {
  act(() => void window.dispatchEvent(new Event('afterprint')))
  vi.mocked(window.print).mockClear()
}

describe('a printed list whose screen has no table', () => {
  it('the printed history contains all matching entries, including those that are not loaded', async () => {
    await addWork()
    const planner = list.server.as(list.tenant.planner)
    const { body: projects } = await planner.get('/projects')
    for (let n = 1; n <= 70; n++) {
      await buildOperation(await list.server.contextOf(list.tenant.planner), projects[0].projectId, {
        name: `Weld ${n}`,
      })
    }
    const { user } = await list.open('/history?entity=operation')
    await screen.findByRole('button', { name: 'Show older entries' })
    await user.click(screen.getByRole('button', { name: 'Print' }))
    await user.click(await screen.findByRole('menuitem', { name: /Print this list.*A4/ }))
    await isPrinted()
    expect(heads()).toEqual(['When', 'Who', 'What', 'Changes', 'Source'])
    expect(lines()).toHaveLength(111)
    expect(texts('tbody tr > :nth-child(3)').at(-1)).toBe('Added operation Cut 1')
    expect(sheet()?.textContent).toContain('111 entries')
    expect(sheet()?.textContent).toContain('Record is Operation')
  })

  it('the printed notifications are those of the current tab, and the list of the page stays printable', async () => {
    await addWork()
    await sendNoteAs(list.server, list.tenant.admin, { title: 'Paint booth is down', message: 'Until noon' })
    const { user } = await list.open('/projects')
    await screen.findByRole('link', { name: 'Rack' })
    await user.click(await screen.findByRole('button', { name: /^Notifications/ }))
    await user.click(await screen.findByRole('tab', { name: /^Unread/ }))
    await user.click(screen.getByRole('button', { name: 'Print' }))
    await user.click(await screen.findByRole('menuitem', { name: /Print this list.*A4/ }))
    await isPrinted()
    expect(heads()).toEqual(['When', 'Kind', 'About', 'What', 'From', 'Read'])
    expect(texts('tbody tr > :nth-child(4)')).toEqual(['Paint booth is down\nUntil noon'])
    expect(sheet()?.textContent).toContain('Unread')
    endPrinting()
    await user.keyboard('{Escape}{Control>}p{/Control}')
    await isPrinted()
    expect(lines()).toHaveLength(2)
  })

  it('a page with several lists prints the one that the reader selects', async () => {
    await list.server.as(list.tenant.planner).post('/access-requests', { reason: 'Shifts change in May' })
    const { user } = await list.open('/admin-access', list.tenant.admin)
    await user.click(await screen.findByRole('button', { name: 'Print' }))
    const menu = within(await screen.findByRole('menu'))
    expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Requests for accessA4',
      'Requests for accessLetter',
      'Who has which accessA4',
      'Who has which accessLetter',
    ])
    await user.click(menu.getByRole('menuitem', { name: /^Requests.*A4/ }))
    await isPrinted()
    expect(heads()).toEqual(['Person', 'Requested', 'Access', 'Reason', 'Status', 'Answer'])
    expect(lines()).toEqual([list.tenant.planner.name])
    expect(texts('tbody td')).toContain('Shifts change in May')
  })

  it('the printed proposals contain their outcome, and a printed proposal contains the projects that it changes', async () => {
    const { rack } = await addWork()
    const planner = list.server.as(list.tenant.planner)
    const changes = [{ kind: 'project', projectId: rack.projectId, fields: { priority: 99 } }]
    const { body } = await planner.post('/proposals', { changes, method: 'optimize' })
    await planner.put(`/proposals/${body.proposalId}/name`, { name: 'Rack first' })
    const { user } = await list.open('/proposals')
    await screen.findByRole('link', { name: 'Rack first' })
    await screen.findByRole('button', { name: 'Notifications' })
    await user.click(document.body)
    await user.keyboard('{Control>}p{/Control}')
    await isPrinted()
    expect(heads()).toEqual(['Proposal', 'State', 'What it would do', 'Created by', 'Created'])
    expect(lines()).toEqual(['Rack first'])
    endPrinting()
    await user.click(screen.getByRole('link', { name: 'Rack first' }))
    await screen.findByRole('button', { name: 'Copy link' })
    await user.click(await screen.findByRole('button', { name: 'Print' }))
    await user.click(await screen.findByRole('menuitem', { name: /^(Print this list|Projects that change).*A4/ }))
    await isPrinted()
    expect(heads()[0]).toBe('Project')
    expect(sheet()?.textContent).toContain('Rack first')
  })
})

describe('the page layout of a printed list', () => {
  it('the page is portrait if the columns fit, and scaled down if they do not fit in landscape either', () => {
    expect(fitOn('A4', 600)).toEqual({ upright: true, zoom: 1 })
    expect(fitOn('A4', 900)).toEqual({ upright: false, zoom: 1 })
    expect(fitOn('A4', 0)).toEqual({ upright: false, zoom: 1 })
    expect(fitOn('Letter', 1200).zoom).toBeCloseTo(0.82, 2)
    expect(fitOn('A4', 9000).zoom).toBe(0.6)
  })
})

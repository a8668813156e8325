import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { stubResizeObserver } from '#testing/page-as-found.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'
import { fitOn } from './list-sheet.tsx'

let server: TestServer
let tenant: TestTenant
beforeAll(async () => {
  stubResizeObserver()
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  // jsdom has no layout, and a list draws only the rows that fit its height.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(300)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1440)
  vi.spyOn(window, 'print').mockImplementation(() => {})
  Element.prototype.scrollTo = () => {}
  Element.prototype.scrollIntoView ??= () => {}
  tenant = await server.newTenant({ timeZone: 'UTC' })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const sheet = () => document.querySelector<HTMLElement>('[data-print]')
const texts = (selector: string) => [...(sheet()?.querySelectorAll(selector) ?? [])].map((cell) => cell.textContent)
const heads = () => texts('thead th')
/** The first cell of each line: the name of a row, or the head of a group. */
const lines = () => texts('tbody tr > :first-child')
const isPrinted = () => waitFor(() => expect(window.print).toHaveBeenCalledOnce(), { timeout: 20_000 })

/** A tab at a path. */
const openPage = (path: string, as: 'planner' | 'admin' = 'planner') => {
  useServer(server.app, tenant[as])
  openTab(storedFor(tenant[as], tenant, as === 'admin' ? { isAdmin: 'true' } : {}))
  return renderApp(path)
}

/** Two projects, the first with so many operations that the list does not draw them all. */
const addWork = async () => {
  const admin = await server.contextOf(tenant.admin)
  const { categoryId } = await buildCategory(admin, { name: 'Saw' })
  const ctx = await server.contextOf(tenant.planner)
  const [frame, rack] = [
    await buildProject(ctx, { projectName: 'Frame', priority: 90 }),
    await buildProject(ctx, { projectName: 'Rack', priority: 20 }),
  ]
  for (let n = 1; n <= 40; n++) await buildOperation(ctx, frame.projectId, { name: `Cut ${n}`, categoryId })
  await buildOperation(ctx, rack.projectId, { name: 'Weld' })
  return { frame, rack }
}

describe('a printed list of operations', () => {
  it('has the heads of its groups, and the key Ctrl+P prints it on the paper of the last time', async () => {
    const { rack } = await addWork()
    const { user } = await openPage('/operations?groupBy=project&sortBy=name&sortOrder=asc')
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
  it('has the projects that match, without the menu of the row', async () => {
    await addWork()
    const { user } = await openPage('/projects?q=rack')
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

  it('has the work centers, without their buttons', async () => {
    await addWork()
    const { user } = await openPage('/shift-patterns?tab=work-centers', 'admin')
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
  it('is upright if its columns have room, and smaller if they have none on the long side', () => {
    expect(fitOn('A4', 600)).toEqual({ upright: true, zoom: 1 })
    expect(fitOn('A4', 900)).toEqual({ upright: false, zoom: 1 })
    expect(fitOn('A4', 0)).toEqual({ upright: false, zoom: 1 })
    expect(fitOn('Letter', 1200).zoom).toBeCloseTo(0.82, 2)
    expect(fitOn('A4', 9000).zoom).toBe(0.6)
  })
})

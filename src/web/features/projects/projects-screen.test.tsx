import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildOdds } from '#testing/builders/build-odds.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, type TestBrowser, useServer } from '#testing/web-harness.ts'

let server: TestServer
let tenant: TestTenant
let browser: TestBrowser
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  // jsdom has no layout, and the list renders only the rows that fit its height.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(700)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1440)
  Element.prototype.scrollTo = () => {}
  Element.prototype.scrollIntoView ??= () => {}
  tenant = await server.newTenant({ name: 'Northwind Fabrication' })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const open = async (path: string, actor: Actor = tenant.planner) => {
  browser = useServer(server.app, actor)
  openTab(storedFor(actor, tenant, actor === tenant.admin ? { isAdmin: 'true' } : {}))
  const app = await renderApp(path)
  await screen.findByRole('heading', { name: 'Projects', hidden: true })
  return app
}
const seed = async () => {
  const ctx = await server.contextOf(tenant.planner)
  const crusher = await buildProject(ctx, { projectNumber: '9', projectName: 'Crusher', priority: 90 })
  const stair = await buildProject(ctx, {
    projectNumber: '10',
    projectName: 'Stair',
    priority: 40,
    customerName: 'Acme',
  })
  const chute = await buildProject(ctx, { projectNumber: '11', projectName: 'Chute', currentPhase: 'engineering' })
  return { crusher, stair, chute }
}
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('[data-row-link]')?.textContent)
const selectionBar = () => screen.findByRole('region', { name: 'Selected projects' })
const isSelected = (number: string) =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: `Select project #${number}` }).checked
const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const projectAs = async (projectId: string) => (await server.as(tenant.admin).get(`/projects/${projectId}`)).body

describe('the project list', () => {
  it('stores order and filters in the URL if they differ from the defaults', async () => {
    await seed()
    const { user, path } = await open('/projects')
    await user.click(screen.getByRole('button', { name: 'Number' }))
    await waitFor(() => expect(names()).toEqual(['Crusher', 'Stair', 'Chute']))
    await user.click(screen.getByRole('button', { name: 'Number' }))
    await waitFor(() => expect(names()).toEqual(['Chute', 'Stair', 'Crusher']))
    expect(screen.getByRole('columnheader', { name: 'Number' }).getAttribute('aria-sort')).toBe('descending')
    expect(path()).toBe('/projects?sort=number&order=desc')
    await user.type(screen.getByRole('searchbox'), 'acme')
    await waitFor(() => expect(names()).toEqual(['Stair']))
    expect(path()).toBe('/projects?sort=number&order=desc&q=acme')
  })

  it('shows and sorts by the chance to ship on time, and leaves it out where too little is known', async () => {
    const { crusher, stair } = await seed()
    const ctx = await server.contextOf(tenant.admin)
    await buildOdds(ctx, crusher.projectId, { day: '2026-12-14', onTimeChance: 0.64 })
    await buildOdds(ctx, stair.projectId, { day: '2026-12-16', onTimeChance: 0.05 })
    const { user } = await open('/projects?sort=number')
    const rowOf = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }))
    expect(rowOf('Crusher').getByText('64 %')).toBeTruthy()
    expect(rowOf('Stair').getByText('5 %')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Chance' }))
    await waitFor(() => expect(names()).toEqual(['Stair', 'Crusher', 'Chute']))
  })

  it('reads filters from the URL and shows each as a chip that can be removed', async () => {
    await seed()
    const { user, path } = await open('/projects?phase=%5B%22engineering%22%5D&order=nonsense')
    expect(names()).toEqual(['Chute'])
    expect(screen.getByText('1 of 3')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Phase is Engineering' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Remove filter Phase is Engineering' }))
    await waitFor(() => expect(names()).toHaveLength(3))
    expect(path()).toBe('/projects')
    await user.click(screen.getByRole('button', { name: 'Filter' }))
    await user.click(screen.getByRole('checkbox', { name: '90 and above' }))
    await waitFor(() => expect(names()).toEqual(['Crusher']))
    expect(screen.getByRole('button', { name: 'Remove filter Priority is 90 and above' })).toBeTruthy()
  })

  it('says if no project matches and offers to clear the filters', async () => {
    await seed()
    const { user } = await open('/projects?q=zzz')
    expect(screen.getByText('No project matches')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(names()).toHaveLength(3))
  })

  it('moves the focus with J and K and selects with X', async () => {
    await seed()
    const { user } = await open('/projects?sort=number')
    await user.keyboard('jjx')
    expect(document.activeElement?.textContent).toBe('Stair')
    expect(isSelected('10')).toBe(true)
    expect((await selectionBar()).textContent).toMatch(/^1 selected/)
    await user.keyboard('k')
    expect(document.activeElement?.textContent).toBe('Crusher')
  })

  it('selects a range or all rows by keys and clears the selection with Escape', async () => {
    await seed()
    const { user } = await open('/projects?sort=number')
    await user.keyboard('j{Shift>}j{/Shift}')
    expect(['9', '10', '11'].map(isSelected)).toEqual([true, true, false])
    await user.keyboard('{End}')
    expect(document.activeElement?.textContent).toBe('Chute')
    await user.keyboard('a')
    expect((await selectionBar()).textContent).toMatch(/^3 selected/)
    await user.keyboard('{Escape}')
    expect(['9', '10', '11'].map(isSelected)).toEqual([false, false, false])
    expect(screen.queryByRole('region', { name: 'Selected projects' })).toBeNull()
  })

  it('leaves the active row on the same project when the order changes', async () => {
    await seed()
    const { user } = await open('/projects?sort=number')
    await user.keyboard('j')
    expect(document.activeElement?.textContent).toBe('Crusher')
    await user.click(screen.getByRole('button', { name: 'Number' }))
    await waitFor(() => expect(names()).toEqual(['Chute', 'Stair', 'Crusher']))
    await user.keyboard('x')
    expect(['9', '10', '11'].map(isSelected)).toEqual([true, false, false])
  })

  it('opens a project after a click anywhere on its row', async () => {
    const { stair } = await seed()
    const { user, path } = await open('/projects')
    await user.click(screen.getByText('#10'))
    await waitFor(() => expect(path()).toContain(`/projects/${stair.projectId}`))
  })

  it('offers to create a project if there is none', async () => {
    const { user, path } = await open('/projects')
    expect(screen.getByText('No projects yet')).toBeTruthy()
    const [, inTheMiddle] = screen.getAllByRole('button', { name: 'New project' })
    if (inTheMiddle) await user.click(inTheMiddle)
    await screen.findByRole('dialog', { name: 'New project' })
    expect(path()).toBe('/projects?edit=new')
  })
})

describe('a bulk change', () => {
  it('changes each selected project by its own write and leaves failed ones selected', async () => {
    const { crusher } = await seed()
    const { user } = await open('/projects?sort=number')
    await server.as(tenant.admin).patch(`/projects/${crusher.projectId}`, { projectName: 'Crusher B' })
    await user.click(screen.getByRole('checkbox', { name: 'Select all projects shown' }))
    await user.click(within(await selectionBar()).getByRole('button', { name: 'Priority' }))
    const priority = await screen.findByLabelText('Priority, 0 to 100')
    await user.clear(priority)
    await user.type(priority, '101{Enter}')
    expect(screen.getByText('At most 100')).toBeTruthy()
    await user.clear(priority)
    await user.type(priority, '77{Enter}')
    await screen.findByText('2 of 3 changed; #9: someone else changed it')
    expect(await projectAs(crusher.projectId)).toMatchObject({ priority: 90, projectName: 'Crusher B' })
    await waitFor(async () => expect((await selectionBar()).textContent).toMatch(/^1 selected/))
    expect(isSelected('9')).toBe(true)
  })
})

describe('a bulk change that is tried first', () => {
  it('opens a proposal with a change of each selected project, and changes none of them', async () => {
    const { crusher } = await seed()
    const { user } = await open('/projects?sort=number')
    await user.click(screen.getByRole('checkbox', { name: 'Select all projects shown' }))
    await user.click(within(await selectionBar()).getByRole('button', { name: 'Priority' }))
    const priority = await screen.findByLabelText('Priority, 0 to 100')
    await user.clear(priority)
    await user.type(priority, '77')
    await user.click(screen.getByRole('button', { name: 'Try first' }))
    const changes = within(await screen.findByRole('list', { name: 'Changes' }))
    expect(changes.getAllByText('Priority 77')).toHaveLength(3)
    expect((await projectAs(crusher.projectId)).priority).toBe(90)
  })
})

describe('the project form', () => {
  it('shows errors of the client and of the server at their fields, and opens the created project', async () => {
    await seed()
    const { user, path } = await open('/projects?edit=new')
    await user.click(await screen.findByRole('button', { name: 'Create project' }))
    expect(await screen.findByText('Project name is required')).toBeTruthy()
    await user.type(field(/^Project name/), 'Hopper')
    await user.type(field('Number'), '10')
    await user.click(screen.getByRole('button', { name: 'Create project' }))
    expect(await screen.findByText('Project number 10 is already in use.')).toBeTruthy()
    expect(field('Number').getAttribute('aria-invalid')).toBe('true')
    await user.clear(field('Number'))
    await user.click(screen.getByRole('button', { name: 'Create project' }))
    // The new project opens, without the question about unsaved changes.
    expect(await screen.findByRole('heading', { name: /Hopper/ })).toBeTruthy()
    expect(path()).toMatch(/^\/projects\/[0-9a-f-]{36}$/)
    expect(screen.queryByRole('alertdialog')).toBeNull()
    const keys = browser.calls.filter((call) => call === 'POST /api/projects')
    expect(keys).toHaveLength(2)
  })

  it('asks before it discards unsaved changes', async () => {
    await seed()
    const { user } = await open('/projects?edit=new')
    await user.type(await screen.findByLabelText(/^Project name/), 'Hopper')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    const question = await screen.findByRole('alertdialog', { name: 'Unsaved Changes' })
    await user.click(within(question).getByRole('button', { name: 'Stay on Page' }))
    expect(field(/^Project name/).value).toBe('Hopper')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Leave Page' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('restores unsaved changes after the session has expired', async () => {
    await seed()
    const { user, path } = await open('/projects?edit=new')
    await user.type(await screen.findByLabelText(/^Project name/), 'Hopper')
    browser.interfere((method) => (method === 'POST' ? new Response('{}', { status: 401 }) : null))
    await user.click(screen.getByRole('button', { name: 'Create project' }))
    await screen.findByRole('heading', { name: 'Welcome Back' })
    expect(decodeURIComponent(path())).toContain('/projects?edit=new')
    cleanup()
    const drafts = Object.fromEntries(Object.entries(sessionStorage).filter(([key]) => key.startsWith('draft:')))
    browser = useServer(server.app, tenant.planner)
    openTab({ ...storedFor(tenant.planner, tenant), session: drafts })
    await renderApp('/projects?edit=new')
    await waitFor(() => expect(field(/^Project name/).value).toBe('Hopper'))
    expect(screen.getByText(/Your unsaved changes are back/)).toBeTruthy()
  })

  it('lets the reader resolve an edit conflict field by field', async () => {
    const { stair } = await seed()
    const { user } = await open(`/projects?edit=${stair.projectId}`)
    const name = await screen.findByLabelText<HTMLInputElement>(/^Project name/)
    await user.clear(name)
    await user.type(name, 'Stair Tower')
    await user.clear(field('Priority'))
    await user.type(field('Priority'), '80')
    await server
      .as(tenant.admin)
      .patch(`/projects/${stair.projectId}`, { projectName: 'Stairway', customerName: 'Blue Ltd', priority: 60 })
    await user.click(screen.getByRole('button', { name: 'Save project' }))
    const conflict = await screen.findByRole('alertdialog', { name: 'Project #10 was changed in the meantime' })
    const choose = (label: string, side: RegExp) =>
      user.click(within(within(conflict).getByRole('group', { name: label })).getByRole('radio', { name: side }))
    expect(within(conflict).getAllByRole('group')).toHaveLength(2)
    expect(conflict.textContent).toContain('Blue Ltd')
    await choose('Project name', /Theirs/)
    await choose('Priority', /Yours/)
    await user.click(within(conflict).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await waitFor(async () =>
      expect(await projectAs(stair.projectId)).toMatchObject({
        projectName: 'Stairway',
        customerName: 'Blue Ltd',
        priority: 80,
      }),
    )
  })
})

describe('deleting a project', () => {
  it('is possible for admins only, and others see the reason', async () => {
    const { stair } = await seed()
    // The menu of the active row is opened by keyboard, because jsdom has no pointer capture.
    const openMenu = async (actor: Actor) => {
      const { user } = await open('/projects?sort=number', actor)
      await user.keyboard('jj')
      screen.getByRole('button', { name: 'Actions of #10' }).focus()
      await user.keyboard('{Enter}')
      return { user, item: await screen.findByRole('menuitem', { name: /Delete project/ }) }
    }
    const asPlanner = await openMenu(tenant.planner)
    expect(asPlanner.item.textContent).toContain('Admins only')
    await asPlanner.user.click(asPlanner.item)
    expect(screen.queryByRole('alertdialog')).toBeNull()
    cleanup()

    const asAdmin = await openMenu(tenant.admin)
    expect(asAdmin.item.getAttribute('aria-disabled')).toBeNull()
    await asAdmin.user.click(asAdmin.item)
    await asAdmin.user.click(await screen.findByRole('button', { name: 'Delete project' }))
    await waitFor(() => expect(names()).toEqual(['Crusher', 'Chute']))
    expect((await server.as(tenant.admin).get(`/projects/${stair.projectId}`)).status).toBe(404)
  })
})

describe('the project list after a failed request', () => {
  it('shows the error and can try again', async () => {
    await seed()
    browser = useServer(server.app, tenant.planner)
    browser.interfere((_, path) => (path === '/api/projects/columns' ? new Response('{}', { status: 500 }) : null))
    openTab(storedFor(tenant.planner, tenant))
    const { user } = await renderApp('/projects')
    expect(await screen.findByText('Failed to fetch projects')).toBeTruthy()
    browser.interfere(() => null)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(names()).toHaveLength(3))
  })
})

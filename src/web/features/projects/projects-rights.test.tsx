import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { listScreen } from '#testing/list-screen.ts'
import { limitedReason, openAs, reasonOf, reporterReason, viewerReason } from '#testing/open-as.ts'

const shop = listScreen()

const seed = async () => {
  const ctx = await shop.server.contextOf(shop.tenant.planner)
  return buildProject(ctx, { projectNumber: '10', projectName: 'Stair' })
}
const limited = async () => {
  const mill = await buildCategory(await shop.server.contextOf(shop.tenant.admin), { name: 'Mill' })
  return { access: 'plan', workCenterIds: [mill.categoryId] } as const
}
const openList = async (right: Parameters<typeof openAs>[2], path = '/projects') => {
  await seed()
  const app = await openAs(shop, path, right)
  await screen.findByRole('heading', { name: 'Projects', hidden: true })
  return app
}

describe('the list of projects', () => {
  it.each([
    ['viewer', { access: 'view' }, viewerReason, viewerReason],
    ['reporter', { access: 'report' }, reporterReason, reporterReason],
    ['planner of some work centers', null, limitedReason, null],
  ] as const)(
    'disables for a %s the buttons that change projects, and says why',
    async (_, right, reason, trialReason) => {
      const app = await openList(right ?? (await limited()))
      for (const name of ['Import', 'New project']) {
        expect(await reasonOf(app, screen.getByRole('button', { name }))).toBe(reason)
      }
      // Planners of some work centers try a plan, and ask for its approval.
      expect(await reasonOf(app, screen.getByRole('button', { name: 'Schedule all' }))).toBe(trialReason)
      expect(screen.getByRole('button', { name: 'Export' }).getAttribute('aria-disabled')).toBeNull()
      expect(app.path()).toBe('/projects')
    },
  )

  it('tells a viewer in the bulk bar that they may not change projects', async () => {
    const app = await openList({ access: 'view' })
    await app.user.click(screen.getByRole('checkbox', { name: 'Select project #10' }))
    const bar = within(await screen.findByRole('region', { name: 'Selected projects' }))
    for (const name of ['Priority', 'Ship date', 'Hold', 'Hold: try first']) {
      expect(await reasonOf(app, bar.getByRole('button', { name }))).toBe(viewerReason)
    }
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('lets a planner of some work centers try a bulk change from the bulk bar, but not make it', async () => {
    const app = await openList(await limited())
    await app.user.click(screen.getByRole('checkbox', { name: 'Select project #10' }))
    const bar = within(await screen.findByRole('region', { name: 'Selected projects' }))
    expect(await reasonOf(app, bar.getByRole('button', { name: 'Hold' }))).toBe(limitedReason)
    await app.user.click(bar.getByRole('button', { name: 'Priority' }))
    const form = within(await screen.findByRole('dialog', { name: 'Priority of the selected projects' }))
    expect(await reasonOf(app, form.getByRole('button', { name: 'Set for 1 project' }))).toBe(limitedReason)
    expect(form.getByRole('button', { name: 'Try first' }).getAttribute('aria-disabled')).toBeNull()
  })

  it('opens the form of a project read-only, with the reason', async () => {
    const { user } = await openList({ access: 'view' })
    await user.keyboard('j')
    screen.getByRole('button', { name: 'Actions of #10' }).focus()
    await user.keyboard('{Enter}')
    expect((await screen.findByRole('menuitem', { name: /Delete project/ })).textContent).toContain('Admins only')
    await user.click(screen.getByRole('menuitem', { name: 'Project details' }))
    const form = within(await screen.findByRole('dialog', { name: 'Project #10' }))
    expect(form.getByText(viewerReason)).toBeTruthy()
    expect(form.getByLabelText<HTMLInputElement>(/Project name/).matches(':disabled')).toBe(true)
    expect(form.getByRole('button', { name: 'Save project' }).getAttribute('aria-disabled')).toBe('true')
  })

  it('answers a URL for a new project with the reason', async () => {
    await openList({ access: 'report' }, '/projects?edit=new')
    const form = within(await screen.findByRole('dialog', { name: 'New project' }))
    expect(form.getByText(reporterReason)).toBeTruthy()
    expect(form.getByLabelText(/Project name/).matches(':disabled')).toBe(true)
  })

  it('tells a viewer of an empty list why they cannot create a project', async () => {
    const app = await openAs(shop, '/projects', { access: 'view' })
    const [create] = (await screen.findAllByRole('button', { name: 'New project' })).slice(-1)
    expect(create && (await reasonOf(app, create))).toBe(viewerReason)
  })
})

describe('the import of projects', () => {
  it.each([
    ['viewer', { access: 'view' }, viewerReason],
    ['planner of some work centers', null, limitedReason],
  ] as const)('tells a %s the reason before any file is selected', async (_, right, reason) => {
    const { user, path } = await openAs(shop, '/projects?edit=import', right ?? (await limited()))
    expect(await screen.findByText(reason)).toBeTruthy()
    expect(screen.queryByText(/Choose a file/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await waitFor(() => expect(path()).toBe('/projects'))
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { buildChain } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { listScreen } from '#testing/list-screen.ts'
import { renderApp } from '#testing/render-app.tsx'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'
import { useSession } from '#web/stores/session.ts'
import { toast } from '#web/ui/toast.tsx'

const page = listScreen()
let superAdmin: Actor
beforeEach(async () => {
  superAdmin = await page.server.newUser({ isSuperAdmin: true })
  vi.spyOn(toast, 'success')
})

/** Opens the list of organizations; with `inside` the super admin works in the test's own one. */
const open = ({ inside = false } = {}) => {
  useServer(page.server.app, superAdmin)
  openTab(storedFor(superAdmin, inside ? page.tenant : null, { isSuperAdmin: 'true' }))
  return renderApp('/tenant-selection/manage')
}
/** Opens the menu of that organization and selects an action; resolves to its dialog. */
const choose = async (user: Awaited<ReturnType<typeof open>>['user'], action: string, role = 'dialog') => {
  await user.click(await screen.findByRole('button', { name: `Actions for ${page.tenant.name}` }))
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(`^${action}`) }))
  return within(await screen.findByRole(role))
}
const overview = async () => {
  const { body } = await page.server.as(superAdmin).get('/tenants/overview')
  return body.find(({ tenantId }: { tenantId: string }) => tenantId === page.tenant.tenantId)
}
/** The name of the organization with the start of its id, as the list shows both. */
const nameWithId = () => new RegExp(`^${page.tenant.name} ?${page.tenant.tenantId.slice(0, 8)}`)
const row = () => {
  const line = screen.getByRole('rowheader', { name: nameWithId() }).closest('tr')
  if (!line) throw new Error('The row is not there')
  return within(line)
}

describe('the list of organizations', () => {
  it('shows the people, projects and operations of each, and finds one by its id', async () => {
    const ctx = await page.server.contextOf(page.tenant.planner)
    const { projectId } = await buildProject(ctx)
    await buildChain(ctx, projectId, ['Cut', 'Weld', 'Paint'])
    const { user } = await open()
    await screen.findByRole('rowheader', { name: nameWithId() })
    const cells = () => row().getAllByRole('cell')
    expect(
      cells()
        .slice(0, 3)
        .map((cell) => cell.textContent),
    ).toEqual(['2', '1', '3'])
    const find = screen.getByRole('searchbox', { name: 'Find an organization' })
    await user.type(find, page.tenant.tenantId.toUpperCase())
    expect(screen.getAllByRole('rowheader')).toHaveLength(1)
    await user.type(find, ' nowhere')
    await screen.findByText('No organization matches')
    const none = within(screen.getByRole('status'))
    await user.click(none.getByRole('button', { name: 'Clear search' }))
    await screen.findByRole('rowheader', { name: nameWithId() })
  })

  it('lists the members with their access', async () => {
    const { user } = await open()
    const dialog = await choose(user, 'Members')
    const people = await dialog.findAllByRole('listitem')
    expect(people).toHaveLength(2)
    expect(people.filter((one) => one.textContent?.endsWith('Admin'))).toHaveLength(1)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('a new organization', () => {
  it("defaults to the browser's zone, names missing fields and gives the link of the first admin", async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'New organization' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New organization' }))
    const field = (name: string) => dialog.getByRole<HTMLInputElement>('textbox', { name })
    await user.click(dialog.getByRole('button', { name: 'Create organization' }))
    await waitFor(() => expect(field('Name').getAttribute('aria-invalid')).toBe('true'))
    await user.type(field('Name'), 'Fabrikam')
    await user.type(field('Name of the first admin'), 'Ann Lee')
    await user.type(field('Email of the first admin'), `ann-${page.tenant.tenantId}@example.com`)
    await user.click(dialog.getByRole('button', { name: 'Create organization' }))
    const link = within(await screen.findByRole('dialog', { name: 'One-time link' }))
    link.getByText(/^Ann Lee joins the organization with it/)
    expect(link.getByRole<HTMLInputElement>('textbox').value).toMatch(/^https?:/)
    expect(toast.success).toHaveBeenCalledWith('Fabrikam was created')
  })
})

describe('an organization that is archived or deleted', () => {
  it('is marked when archived, and Restore brings it back', async () => {
    const { user } = await open()
    const archive = await choose(user, 'Archive', 'alertdialog')
    await user.click(archive.getByRole('button', { name: 'Archive' }))
    await waitFor(() => expect(toast.success).toHaveBeenCalledWith(`${page.tenant.name} was archived`))
    await row().findByText('Archived')
    const restore = await choose(user, 'Restore', 'alertdialog')
    await user.click(restore.getByRole('button', { name: 'Restore' }))
    await waitFor(() => expect(toast.success).toHaveBeenCalledWith(`${page.tenant.name} was restored`))
    await waitFor(() => expect(row().queryByText('Archived')).toBeNull())
    expect((await overview()).status).toBe('Active')
  })

  it('is left by the super admin if it is the current one and gets archived', async () => {
    const { user } = await open({ inside: true })
    const archive = await choose(user, 'Archive', 'alertdialog')
    await user.click(archive.getByRole('button', { name: 'Archive' }))
    await waitFor(() => expect(useSession.getState().tenantId).toBeNull())
  })

  it('is deleted only after its name was typed', async () => {
    const { user } = await open()
    const dialog = await choose(user, 'Delete')
    const remove = dialog.getByRole('button', { name: 'Delete permanently' })
    await user.type(dialog.getByRole('textbox'), page.tenant.name.slice(0, -1))
    await user.click(remove)
    expect(await overview()).toBeDefined()
    await user.type(dialog.getByRole('textbox'), page.tenant.name.slice(-1))
    await user.click(remove)
    await waitFor(() => expect(toast.success).toHaveBeenCalledWith(`${page.tenant.name} was deleted`))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await overview()).toBeUndefined()
  })
})

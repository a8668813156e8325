import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { buildProject } from '#testing/builders/build-project.ts'
import { listScreen } from '#testing/list-screen.ts'
import { openAs, reasonOf, viewerReason } from '#testing/open-as.ts'

const shop = listScreen()

const newProject = async () =>
  buildProject(await shop.server.contextOf(shop.tenant.planner), { projectNumber: '10', projectName: 'Stair' })

const makeLink = async (projectId: string, reference: string) => {
  const body = { reference, showsForecast: true, expires: 'in30Days' }
  expect((await shop.server.as(shop.tenant.planner).post(`/projects/${projectId}/status-links`, body)).status).toBe(201)
}

const statusOf = async (address: string) =>
  (await shop.server.app.inject({ url: new URL(address).pathname })).statusCode

const openDialog = async ({ user }: Awaited<ReturnType<typeof openAs>>) => {
  const share = await screen.findByRole('button', { name: 'Share status' })
  await user.click(share)
  return { share, form: within(await screen.findByRole('dialog', { name: 'Share status' })) }
}

describe('the dialog "Share status"', () => {
  it('lets a planner create an address, find it in the list and in the history, and revoke it', async () => {
    const { projectId } = await newProject()
    const app = await openAs(shop, `/projects/${projectId}?tab=history`, { access: 'plan' })
    const { user } = app
    const { share, form } = await openDialog(app)
    expect(await form.findByText('No link has been created for this project yet.')).toBeTruthy()
    await user.type(form.getByLabelText("Customer's reference"), 'PO 4711')
    await user.click(form.getByRole('button', { name: 'Create address' }))
    const { value } = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Address' })
    expect(value).toMatch(/^http:\/\/localhost:\d+\/status\/[\w-]{43}$/)
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Open the page' }).href).toBe(value)
    expect(await statusOf(value)).toBe(200)
    await user.click(screen.getAllByRole('button', { name: 'Close' })[0] ?? document.body)
    await waitFor(() => expect(document.activeElement).toBe(share))
    expect(await screen.findByText('Created a status link')).toBeTruthy()

    await user.click(share)
    await user.click(await screen.findByRole('button', { name: /^Revoke the link PO 4711, created / }))
    const ask = await screen.findByRole('alertdialog', { name: 'Revoke the link?' })
    await user.click(within(ask).getByRole('button', { name: 'Revoke' }))
    await waitFor(async () => expect(await statusOf(value)).toBe(404))
    const row = await screen.findByRole('row', { name: /Revoked/ })
    await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true))
    expect(row.textContent).toMatch(/^PO 4711Created .* by .*RevokedOpened 1 time, last .*$/)
    expect(within(row).queryByRole('button')).toBeNull()
    expect(await screen.findByText('Revoked a status link')).toBeTruthy()
  })

  it('lets a planner preview what the customer sees, with the options of the form', async () => {
    const { projectId } = await newProject()
    const app = await openAs(shop, `/projects/${projectId}`, { access: 'plan' })
    const { form } = await openDialog(app)
    await app.user.type(form.getByLabelText("Customer's reference"), 'PO & 1')
    await app.user.click(form.getByRole('checkbox', { name: /^Show the forecast/ }))
    const { href, target } = form.getByRole<HTMLAnchorElement>('link', { name: 'Preview' })
    const { pathname, search } = new URL(href)
    expect([pathname, target]).toEqual([`/api/projects/${projectId}/status-preview`, '_blank'])
    expect([...new URLSearchParams(search)]).toEqual([
      ['reference', 'PO & 1'],
      ['forecast', 'hidden'],
      ['tenantId', shop.tenant.tenantId],
    ])
    expect((await shop.server.as(shop.tenant.planner).get(`${pathname}${search}`.slice(4))).text).toContain(
      'PO &amp; 1',
    )
  })

  it('the buttons of two links with the same reference have different names', async () => {
    const { projectId } = await newProject()
    await makeLink(projectId, 'PO 1')
    shop.server.clock.advance(60_000)
    await makeLink(projectId, 'PO 1')
    await openDialog(await openAs(shop, `/projects/${projectId}`, { access: 'plan' }))
    const buttons = await screen.findAllByRole('button', { name: /^Revoke the link PO 1/ })
    expect(new Set(buttons.map((button) => button.getAttribute('aria-label'))).size).toBe(2)
  })

  it('a list that cannot be read says so, and is read again on request', async () => {
    const { projectId } = await newProject()
    await makeLink(projectId, 'PO 1')
    const app = await openAs(shop, `/projects/${projectId}`, { access: 'plan' })
    shop.browser.interfere((_method, path) =>
      path.endsWith('/status-links') ? Response.json({ error: 'The list is away.' }, { status: 422 }) : null,
    )
    const { form } = await openDialog(app)
    expect((await form.findByRole('alert')).textContent).toContain('The list is away.')
    shop.browser.interfere(() => null)
    await app.user.click(form.getByRole('button', { name: 'Try again' }))
    expect(await form.findByRole('row', { name: /PO 1/ })).toBeTruthy()
  })

  it('people with view access are told why the dialog stays closed', async () => {
    const { projectId } = await newProject()
    const app = await openAs(shop, `/projects/${projectId}`, { access: 'view' })
    expect(await reasonOf(app, await screen.findByRole('button', { name: 'Share status' }))).toBe(
      `Share status: ${viewerReason}`,
    )
  })
})

describe('the list of status links in the settings', () => {
  it('shows admins every link with its project', async () => {
    const { projectId } = await newProject()
    await makeLink(projectId, 'PO 1')
    await shop.open('/admin?tab=settings', shop.tenant.admin)
    expect(await screen.findByRole('row', { name: /#10 Stair · PO 1/ })).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Revoke the link #10 Stair · PO 1, created / })).toBeTruthy()
  })

  it('explains to admins of an organization without links where to create one', async () => {
    await shop.open('/admin?tab=settings', shop.tenant.admin)
    expect(await screen.findByText(/^“Share status” on the page of a project creates a link/)).toBeTruthy()
  })
})

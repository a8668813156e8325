import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { buildProject } from '#testing/builders/build-project.ts'
import { listScreen } from '#testing/list-screen.ts'
import { openAs, reasonOf, viewerReason } from '#testing/open-as.ts'

const shop = listScreen()

const newProject = async () =>
  buildProject(await shop.server.contextOf(shop.tenant.planner), { projectNumber: '10', projectName: 'Stair' })

const statusOf = async (address: string) =>
  (await shop.server.app.inject({ url: new URL(address).pathname })).statusCode

describe('the dialog "Share status"', () => {
  it('a planner makes an address, finds it in the list, and revokes it', async () => {
    const { projectId } = await newProject()
    const { user } = await openAs(shop, `/projects/${projectId}`, { access: 'plan' })
    const share = await screen.findByRole('button', { name: 'Share status' })
    await user.click(share)
    const form = within(await screen.findByRole('dialog', { name: 'Share status' }))
    await user.type(form.getByLabelText("Customer's reference"), 'PO 4711')
    await user.click(form.getByRole('button', { name: 'Create address' }))
    const { value } = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Address' })
    expect(value).toMatch(/^http:\/\/localhost:\d+\/status\/[\w-]{43}$/)
    expect(await statusOf(value)).toBe(200)
    await user.click(screen.getAllByRole('button', { name: 'Close' })[0] ?? document.body)
    await waitFor(() => expect(document.activeElement).toBe(share))

    await user.click(share)
    await user.click(await screen.findByRole('button', { name: 'Revoke the link PO 4711' }))
    const ask = await screen.findByRole('alertdialog', { name: 'Revoke the link?' })
    await user.click(within(ask).getByRole('button', { name: 'Revoke' }))
    await waitFor(async () => expect(await statusOf(value)).toBe(404))
    const links = within(await screen.findByRole('region', { name: 'Links of this project', hidden: true }))
    expect((await links.findByText(/revoked · never opened|revoked · opened/)).textContent).toContain('Made by')
  })

  it('people who only look are told why the dialog stays closed', async () => {
    const { projectId } = await newProject()
    const app = await openAs(shop, `/projects/${projectId}`, { access: 'view' })
    expect(await reasonOf(app, await screen.findByRole('button', { name: 'Share status' }))).toBe(
      `Share status: ${viewerReason}`,
    )
  })

  it('admins find every link in their settings', async () => {
    const { projectId } = await newProject()
    const body = { reference: 'PO 1', showsForecast: true, expires: 'in30Days' }
    await shop.server.as(shop.tenant.planner).post(`/projects/${projectId}/status-links`, body)
    await shop.open('/admin?tab=settings', shop.tenant.admin)
    expect(await screen.findByText('#10 Stair · PO 1')).toBeTruthy()
  })
})

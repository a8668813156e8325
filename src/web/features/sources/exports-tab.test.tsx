import { cleanup, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ScheduledExport } from '#contract/scheduled-exports.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { failExports } from '#testing/data-sources/fail-exports.ts'
import { viewerReason } from '#testing/open-as.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

let server: TestServer
let tenant: TestTenant

beforeAll(async () => {
  server = await startServer({ EXCHANGE_ALLOWED_HOSTS: 'erp.example.com' })
})
afterAll(() => server.close())
beforeEach(async () => {
  // jsdom has no layout, and a list draws only the rows that fit its height.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(700)
  tenant = await server.newTenant({ timeZone: 'UTC' })
})

const open = async (reader: Actor = tenant.planner, path = '/sources?tab=exports') => {
  cleanup()
  useServer(server.app, reader)
  openTab(storedFor(reader, tenant))
  return renderApp(path)
}

/** What a checker finds in the page, or in the open dialog. */
const faults = async () =>
  (
    await axe.run(screen.queryByRole('dialog') ?? screen.getByRole('main'), {
      rules: { 'color-contrast': { enabled: false } },
    })
  ).violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])

const stored = async (): Promise<ScheduledExport[]> =>
  (await server.as(tenant.planner).get('/scheduled-exports')).body.exports
const make = async (name = 'ERP', actor: Actor = tenant.planner): Promise<ScheduledExport> => {
  const { body } = await server.as(actor).post('/scheduled-exports', {
    name,
    target: {
      kind: 'address',
      method: 'POST',
      url: 'https://erp.example.com/dates',
      signIn: { kind: 'header', header: 'Authorization' },
    },
    secret: 'token key:secret',
    datesOf: 'operations',
    format: 'json',
    importedOnly: true,
    schedule: { kind: 'daily', at: '05:30', weekdays: [1, 2, 3, 4, 5] },
  })
  return body
}

describe('scheduled exports', () => {
  it('are set up to an address with its sign-in and their schedule', async () => {
    const { user } = await open()
    expect(await screen.findByText('No exports yet')).toBeTruthy()
    expect(screen.getByText('This server may send files to https://erp.example.com.')).toBeTruthy()
    expect(await faults()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'New export' }))
    const form = within(await screen.findByRole('dialog', { name: 'New export' }))
    expect(await faults()).toEqual([])
    const save = () => user.click(form.getByRole('button', { name: 'Set up' }))
    await user.type(form.getByRole('textbox', { name: /^Name/ }), 'Dates for the ERP')
    await user.type(form.getByRole('textbox', { name: /^Address/ }), 'https://evil.example/dates')
    await user.selectOptions(form.getByRole('combobox', { name: /^Sign-in/ }), 'basic')
    await user.type(form.getByRole('textbox', { name: /^User/ }), 'plan')
    await save()
    expect(await form.findByText('Enter what this server signs in with')).toBeTruthy()
    await user.type(form.getByLabelText(/^Password/, { selector: 'input' }), 'word')
    await save()
    expect(await form.findByText(/This server does not connect to that host/)).toBeTruthy()
    expect(await stored()).toEqual([])
    const address = form.getByRole('textbox', { name: /^Address/ })
    await user.clear(address)
    await user.type(address, 'https://erp.example.com/dates')
    await user.selectOptions(form.getByRole('combobox', { name: /^Format/ }), 'json')
    await user.click(form.getByRole('checkbox', { name: 'Fri' }))
    await save()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await stored()).toMatchObject([
      {
        name: 'Dates for the ERP',
        target: { kind: 'address', method: 'POST', url: 'https://erp.example.com/dates', signIn: { user: 'plan' } },
        hasSecret: true,
        datesOf: 'projects',
        format: 'json',
        importedOnly: true,
        schedule: { kind: 'daily', at: '05:30', weekdays: [1, 2, 3, 4] },
      },
    ])
    const row = within(await screen.findByRole('row', { name: /Dates for the ERP/ }))
    expect(row.getByText('erp.example.com')).toBeTruthy()
    expect(row.getByText('Not yet')).toBeTruthy()
    expect(await faults()).toEqual([])
  })

  it('are changed without typing their secret again, unless the address is at another host', async () => {
    await make()
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Change ERP' }))
    const form = within(await screen.findByRole('dialog', { name: 'Change ERP' }))
    await user.selectOptions(form.getByRole('combobox', { name: /^When/ }), 'hourly')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(async () => expect(await stored()).toMatchObject([{ version: 2, schedule: { kind: 'hourly' } }]))
    await user.click(await screen.findByRole('button', { name: 'Change ERP' }))
    const again = within(await screen.findByRole('dialog', { name: 'Change ERP' }))
    const address = again.getByRole('textbox', { name: /^Address/ })
    await user.clear(address)
    await user.type(address, 'https://other.example.com/dates')
    await user.click(again.getByRole('button', { name: 'Save' }))
    expect(await again.findByText('Enter what this server signs in with')).toBeTruthy()
  })

  it('are paused, resumed, sent and deleted, and show why they failed', async () => {
    const { exportId } = await make()
    await failExports(server, tenant, { failures: 3, problem: 'The address refused the sign-in (401).' })
    const { user } = await open()
    expect(
      (await screen.findAllByText('Failed three times: The address refused the sign-in (401).')).length,
    ).toBeGreaterThan(0)
    expect(await faults()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Pause ERP' }))
    expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Resume ERP' }))
    expect(await stored()).toMatchObject([{ isPaused: true }])
    await user.click(screen.getByRole('button', { name: 'Resume ERP' }))
    await screen.findByRole('button', { name: 'Pause ERP' })
    const before = (await stored())[0]?.nextAt
    await user.click(screen.getByRole('button', { name: 'Send ERP now' }))
    await waitFor(async () => expect((await stored())[0]?.nextAt).not.toBe(before))
    await user.click(screen.getByRole('button', { name: 'Delete ERP' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('No exports yet')).toBeTruthy()
    expect((await server.as(tenant.planner).get(`/scheduled-exports/${exportId}/file`)).status).toBe(404)
  })

  it('that are broken are on the dashboard, which leads to them', async () => {
    await make()
    await failExports(server, tenant, { failures: 3, problem: 'The address refused the sign-in (401).' })
    // Without any project the dashboard shows the first steps.
    await server.as(tenant.planner).post('/projects', { projectName: 'Pump' })
    const { user } = await open(tenant.planner, '/')
    const link = await screen.findByRole('link', { name: 'ERP' }, { timeout: 20_000 })
    expect(screen.getByText(/Keeps failing: The address refused the sign-in \(401\)\./)).toBeTruthy()
    await user.click(link)
    expect(await screen.findByRole('button', { name: 'Send ERP now' })).toBeTruthy()
  })

  it('of colleagues are shown and sent, but not changed', async () => {
    await make('Theirs', tenant.admin)
    await open()
    expect(await screen.findByRole('button', { name: 'Send Theirs now' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Change Theirs' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Delete Theirs' })).toBeNull()
  })

  it('are beside the imports, and refused to people who may not import', async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('link', { name: 'Imports' }))
    expect(await screen.findByText('No data sources yet')).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Exports' }))
    expect(await screen.findByText('No exports yet')).toBeTruthy()
    await open(await server.newUser({ memberOf: [{ tenantId: tenant.tenantId, access: 'view' }] }))
    expect(await screen.findByText(viewerReason)).toBeTruthy()
  })
})

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { exchangeFolder } from '#testing/data-sources/exchange-folder.ts'
import { openAs, viewerReason } from '#testing/open-as.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

let server: TestServer
let tenant: TestTenant
const folder = exchangeFolder()
let browser: ReturnType<typeof useServer>

beforeAll(async () => {
  server = await startServer({ EXCHANGE_FOLDER: folder.path, EXCHANGE_ALLOWED_HOSTS: 'erp.example.com' })
})
afterAll(async () => {
  await server.close()
  folder.remove()
})
beforeEach(async () => {
  // jsdom has no layout, and a list draws only the rows that fit its height.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(700)
  tenant = await server.newTenant({ timeZone: 'UTC' })
  folder.write(tenant.tenantId, 'orders.csv', orders)
})

const open = async (path: string, reader: Actor = tenant.planner) => {
  cleanup()
  browser = useServer(server.app, reader)
  openTab(storedFor(reader, tenant))
  return renderApp(path)
}

const faults = async () =>
  (await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })).violations.map(
    ({ id, nodes }) => [id, nodes.map(({ html }) => html)],
  )

const sources = async () => (await server.as(tenant.planner).get('/sources')).body.sources
const table = async () => within(await screen.findByRole('region', { name: 'Rows to import' }))
const click = async (app: Awaited<ReturnType<typeof open>>, name: string | RegExp) =>
  app.user.click(await screen.findByRole('button', { name }))

const orders = 'Job;Due;Op;Task;Hours;Status\r\n77;24.12.2026;10;Cut;4;Released\r\n77;;20;Weld;2;Released\r\n'

describe('setting up a data source', () => {
  it('from the organization’s folder: its file is read, checked, given its rules, and set up', async () => {
    const app = await open('/sources')
    expect(await screen.findByText('No data sources yet')).toBeTruthy()
    expect(await faults()).toEqual([])
    await click(app, 'New data source')
    await app.user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'ERP orders')
    await app.user.type(screen.getByRole('textbox', { name: /^File name/ }), 'orders*.csv')
    await click(app, 'Read the file')
    expect((await table()).getByText('Weld')).toBeTruthy()
    // The button that was pressed is gone.
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: '2. Columns' }))
    expect(await screen.findByText(/2 rows of orders.csv/)).toBeTruthy()
    expect(await faults()).toEqual([])
    await click(app, 'Continue')
    await app.user.selectOptions(screen.getByRole('combobox', { name: 'Import' }), 'Daily')
    await app.user.click(screen.getByRole('checkbox', { name: 'Fri' }))
    await app.user.selectOptions(screen.getByRole('combobox', { name: /no longer in the file/ }), 'Put them on hold')
    await app.user.click(screen.getByRole('checkbox', { name: 'Hours' }))
    expect(await faults()).toEqual([])
    await click(app, 'Set up')
    expect(await screen.findByRole('heading', { level: 1, name: 'ERP orders' })).toBeTruthy()
    expect(screen.getByText('Mon-Thu at 5:30 AM')).toBeTruthy()
    expect(await faults()).toEqual([])
    expect(await sources()).toMatchObject([
      {
        name: 'ERP orders',
        origin: { kind: 'folder', pattern: 'orders*.csv' },
        schedule: { kind: 'daily', at: '05:30', weekdays: [1, 2, 3, 4] },
        reading: {
          columns: [
            { title: 'Job', nth: 1, field: 'projectNumber' },
            { title: 'Due', nth: 1, field: 'shipDate' },
            { title: 'Op', nth: 1, field: 'sequence' },
            { title: 'Task', nth: 1, field: 'operationName' },
            { title: 'Hours', nth: 1, field: 'durationHours' },
            { title: 'Status', nth: 1, field: 'status' },
          ],
        },
        rules: { vanished: 'hold', ours: ['durationHours'], mostChangedPercent: 30 },
      },
    ])
  })

  it('a value with choices is given a meaning, which can be taken back', async () => {
    const app = await open('/sources?edit=new')
    await app.user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Orders')
    await app.user.type(screen.getByRole('textbox', { name: /^File name/ }), 'orders.csv')
    await click(app, 'Read the file')
    const rows = await table()
    const [state] = await rows.findAllByText('Released')
    await app.user.hover(state ?? document.body)
    await app.user.selectOptions(await rows.findByRole('combobox', { name: 'Project status, row 1' }), 'In Progress')
    const meanings = within(await screen.findByRole('list', { name: 'Always read as' }))
    expect(meanings.getByText('Project status: always read “Released” as In Progress')).toBeTruthy()
    const sent = () => browser.lastBody('POST /api/imports/preview')
    await waitFor(() =>
      expect(sent()).toMatchObject({ valueMeanings: [{ field: 'status', typed: 'Released', means: 'In Progress' }] }),
    )
    await app.user.click(meanings.getByRole('button', { name: 'Read Released as it is' }))
    await waitFor(() => expect(sent()).not.toHaveProperty('valueMeanings'))
    expect(screen.queryByRole('list', { name: 'Always read as' })).toBeNull()
    expect(rows.queryByRole('checkbox')).toBeNull()
  })

  it('from a program that pushes: a sample is chosen, and the command is shown', async () => {
    const app = await open('/sources?edit=new')
    await app.user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'MES')
    await app.user.selectOptions(screen.getByRole('combobox', { name: 'Where from' }), 'A program that sends it')
    await app.user.upload(screen.getByLabelText('Sample file'), new File([orders], 'jobs.csv', { type: 'text/csv' }))
    expect((await table()).getByText('Weld')).toBeTruthy()
    await click(app, 'Continue')
    expect(screen.getByRole('combobox', { name: 'Import' }).textContent).toBe('When a file arrives')
    expect(screen.queryByRole('button', { name: 'Set up and import now' })).toBeNull()
    await click(app, 'Set up')
    const command = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Send a file with' })
    const [source] = await sources()
    expect(command.value).toContain(`${location.origin}/api/sources/${source.sourceId}/file?name=orders.csv`)
    expect(screen.queryByRole('button', { name: 'Run now' })).toBeNull()
  })

  it('a file that cannot be read is refused in words, and problems are shown at their fields', async () => {
    const app = await open('/sources?edit=new')
    await click(app, 'Read the file')
    expect((await screen.findAllByRole('alert')).length).toBe(2)
    await app.user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Orders')
    await waitFor(() => expect(screen.queryByText('Name is required')).toBeNull())
    await app.user.selectOptions(
      screen.getByRole('combobox', { name: 'Where from' }),
      'An address that the server fetches',
    )
    await app.user.type(screen.getByRole('textbox', { name: /^Address/ }), 'https://evil.example/orders.csv')
    await app.user.selectOptions(screen.getByRole('combobox', { name: 'Sign-in' }), 'User and password')
    await app.user.type(screen.getByRole('textbox', { name: /^User/ }), 'planner')
    await click(app, 'Read the file')
    expect(await screen.findByText('Enter what this server signs in with')).toBeTruthy()
    await app.user.type(screen.getByLabelText(/^Password/), 'secret')
    await click(app, 'Read the file')
    expect(await screen.findByText(/does not connect to that host.*erp\.example\.com/)).toBeTruthy()
    // The address has this problem, and a folder does not.
    await app.user.selectOptions(screen.getByRole('combobox', { name: 'Where from' }), 'A program that sends it')
    expect(screen.queryByText(/does not connect to that host/)).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(await sources()).toEqual([])
  })

  it('asks before what was typed is lost', async () => {
    const app = await open('/sources?edit=new')
    await app.user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Orders')
    await click(app, 'Cancel')
    const question = within(await screen.findByRole('alertdialog', { name: 'Unsaved Changes' }))
    await app.user.click(question.getByRole('button', { name: 'Stay on Page' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' })))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Name/ }).value).toBe('Orders')
  })
})

describe('the page of data sources', () => {
  it('is closed to viewers, in words', async () => {
    const shop = { server, tenant, open } as never
    await openAs(shop, '/sources', { access: 'view' })
    expect(await screen.findByText(viewerReason)).toBeTruthy()
    expect(browser.calls).not.toContain('GET /api/sources')
  })
})

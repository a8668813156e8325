import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

let server: TestServer
let tenant: TestTenant

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  tenant = await server.newTenant({ timeZone: 'UTC' })
})

const open = async (path = '/projects?edit=import') => {
  useServer(server.app, tenant.admin)
  openTab(storedFor(tenant.admin, tenant))
  return renderApp(path)
}
type App = Awaited<ReturnType<typeof open>>

const rowsOf = async () => within(await screen.findByRole('region', { name: 'Rows to import' }))
const pasteRows = async ({ user }: App, rows: string) => {
  await user.click(await screen.findByLabelText('Or paste cells from a spreadsheet'))
  await user.paste(rows)
  await user.click(screen.getByRole('button', { name: 'Read the rows' }))
  return rowsOf()
}
const importButton = () => screen.getByRole('button', { name: /^Import/ })
const mayImport = () => waitFor(() => expect(importButton().getAttribute('aria-disabled')).not.toBe('true'))
const admin = () => server.as(tenant.admin)
const operations = async () => {
  const projects = (await admin().get('/projects')).body as { projectId: string }[]
  const lists = await Promise.all(
    projects.map(async ({ projectId }) => {
      const { body } = await admin().get(`/projects/${projectId}/operations`)
      return (body as { projectOperations: { name: string; durationHours: number }[] }).projectOperations
    }),
  )
  return lists.flat()
}

describe('columns that are not imported', () => {
  const table = 'Job\tGizmo\tTask\tWidget\n77\t4.5\tCut\tblue'

  it('are named, with a choice of what each of them holds', async () => {
    const app = await open()
    await pasteRows(app, table)
    expect(await screen.findByText('2 of 4 columns are not imported: Gizmo, Widget.')).toBeTruthy()
    await app.user.selectOptions(screen.getByRole('combobox', { name: 'Gizmo, such as 4.5' }), 'Hours')
    expect(await screen.findByText('1 of 4 columns is not imported: Widget.')).toBeTruthy()
    await mayImport()
    // The choice can be changed, and the focus stays in it.
    expect(document.activeElement === screen.getByRole('combobox', { name: 'Gizmo, such as 4.5' })).toBe(true)
    await app.user.click(importButton())
    await screen.findByText(/Created: 1 project, 1 operation/)
    expect(await operations()).toMatchObject([{ name: 'Cut', durationHours: 4.5 }])
  })

  it('are not mentioned when every column is imported', async () => {
    const app = await open()
    await pasteRows(app, 'Job\tTask\tHours\n77\tCut\t4')
    await mayImport()
    expect(screen.queryByText(/not imported:/)).toBeNull()
  })
})

describe('a table without hours', () => {
  it('comes with a warning that says what its operations would get', async () => {
    const app = await open()
    await pasteRows(app, 'Job\tTask\n77\tCut\n77\tWeld')
    expect(
      await screen.findByText('No column holds hours: 2 operations would get 0 hours and take no time.'),
    ).toBeTruthy()
  })
})

describe('a work center that resembles another', () => {
  beforeEach(async () => {
    await admin().post('/categories', { name: 'Haas VF-4' })
  })
  const question = () => screen.findByRole('combobox', { name: 'There is no "Haas VF4". Did you mean' })

  it('is not created unless the reader says so', async () => {
    const app = await open()
    await pasteRows(app, 'Job\tTask\tMachine\tHours\n77\tMill\tHaas VF4\t4')
    const asked = await question()
    expect(asked).toHaveProperty('value', '')
    expect(screen.queryByRole('checkbox', { name: /^Create/ })).toBeNull()
    expect(importButton().getAttribute('aria-disabled')).toBe('true')

    await app.user.selectOptions(asked, 'Haas VF-4')
    await mayImport()
    // The answer can be changed, and the focus stays in it.
    expect(document.activeElement === asked).toBe(true)
    await app.user.selectOptions(asked, 'None of them: create "Haas VF4"')
    await screen.findByRole('checkbox', { name: 'Create 1 work center: Haas VF4' })
    await app.user.selectOptions(asked, 'Haas VF-4')
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: /^Create/ })).toBeNull())
    await mayImport()
    await app.user.click(importButton())
    await screen.findByText('Created: 1 project, 1 operation.')
    expect((await admin().get('/categories')).body).toMatchObject([{ name: 'Haas VF-4' }])
  })
})

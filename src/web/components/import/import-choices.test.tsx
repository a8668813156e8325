import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { buildXlsx } from '#testing/files/build-xlsx.ts'
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
  // jsdom has no layout, and a list draws only the rows that fit its height.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(700)
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
  await user.click(screen.getByRole('button', { name: 'Read rows' }))
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

  it('are named, with a choice of the field for each of them', async () => {
    const app = await open()
    await pasteRows(app, table)
    expect(await screen.findByText('2 of 4 columns are not imported: Gizmo, Widget.')).toBeTruthy()
    await app.user.selectOptions(screen.getByRole('combobox', { name: 'Gizmo, such as 4.5' }), 'Hours')
    expect(await screen.findByText('1 of 4 columns is not imported: Widget.')).toBeTruthy()
    await mayImport()
    // The choice can be changed, and the focus stays on it.
    expect(document.activeElement === screen.getByRole('combobox', { name: 'Gizmo, such as 4.5' })).toBe(true)
    await app.user.click(importButton())
    await screen.findByText(/Created: 1 project, 1 operation/)
    expect(await operations()).toMatchObject([{ name: 'Cut', durationHours: 4.5 }])
  })

  it('are not mentioned if every column is imported', async () => {
    const app = await open()
    await pasteRows(app, 'Job\tTask\tHours\n77\tCut\t4')
    await mayImport()
    expect(screen.queryByText(/not imported:/)).toBeNull()
  })
})

describe('a table without hours', () => {
  it('gives a warning about the hours that its operations would get', async () => {
    const app = await open()
    await pasteRows(app, 'Job\tTask\n77\tCut\n77\tWeld')
    expect(
      await screen.findByText('No column holds hours: 2 operations would get 0 hours and take no time.'),
    ).toBeTruthy()
  })
})

describe('a work center with a similar name', () => {
  beforeEach(async () => {
    await admin().post('/categories', { name: 'Haas VF-4' })
  })
  const question = () => screen.findByRole('combobox', { name: 'There is no "Haas VF4". Did you mean' })

  it('is not created unless the reader asks for it', async () => {
    const app = await open()
    await pasteRows(app, 'Job\tTask\tMachine\tHours\n77\tMill\tHaas VF4\t4')
    const asked = await question()
    expect(asked).toHaveProperty('value', '')
    expect(screen.queryByRole('checkbox', { name: /^Create/ })).toBeNull()
    expect(importButton().getAttribute('aria-disabled')).toBe('true')

    await app.user.selectOptions(asked, 'Haas VF-4')
    await mayImport()
    // The answer can be changed, and the focus stays on it.
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

describe('the reading options of a source', () => {
  const upload = async ({ user }: App, name: string, bytes: BlobPart) => {
    await user.upload(await screen.findByLabelText('File to import'), new File([bytes], name))
    return rowsOf()
  }

  it('include the sheet and the header row', async () => {
    const app = await open()
    const bytes = buildXlsx({
      sheets: [
        {
          name: 'Jobs',
          rows: [
            ['Job', 'Task', 'Hours'],
            ['77', 'Cut', 4],
          ],
        },
        {
          name: 'Next year',
          rows: [
            ['Job', 'Task', 'Hours'],
            ['Number', 'Operation', 'Run'],
            ['78', 'Weld', 2],
          ],
        },
      ],
    })
    const table = await upload(app, 'jobs.xlsx', new Uint8Array(bytes))
    await table.findByText('Cut')
    await app.user.click(screen.getByRole('button', { name: 'Sheet and header' }))
    await app.user.selectOptions(screen.getByRole('combobox', { name: 'Sheet' }), 'Next year')
    await table.findByText('Weld')
    await app.user.selectOptions(
      screen.getByRole('combobox', { name: 'Column names' }),
      'Row 2: Number, Operation, Run',
    )
    await waitFor(() => expect(table.queryByText('Number')).toBeNull())
    await table.findByText('Weld')
    expect(screen.getByRole('combobox', { name: 'Sheet' })).toHaveProperty('value', '1')
  })

  it('include the encoding of a text file, with a question if changes would be lost', async () => {
    const app = await open()
    const bytes = Uint8Array.from([
      ...new TextEncoder().encode('Job,Task,Hours\n77,Fr'),
      0xe4,
      ...new TextEncoder().encode('sen,4'),
    ])
    const table = await upload(app, 'jobs.csv', bytes)
    await app.user.hover(await table.findByText('Fräsen'))
    await app.user.type(table.getByRole('textbox', { name: 'Hours, row 1' }), '5{Enter}')
    const choose = async () => {
      await app.user.click(screen.getByRole('button', { name: 'Header and encoding' }))
      const encoding = screen.getByRole('combobox', { name: /^Encoding/ })
      expect(encoding).toHaveProperty('value', 'windows-1252')
      await app.user.selectOptions(encoding, 'Windows-1251 (Cyrillic)')
      return screen.findByRole('alertdialog', { name: 'Read the table again?' })
    }
    await app.user.click(within(await choose()).getByRole('button', { name: 'Cancel' }))
    expect(table.getByDisplayValue('45')).toBeTruthy()
    await choose()
    await app.user.click(await screen.findByRole('button', { name: 'Read again' }))
    expect(await table.findByDisplayValue('Frдsen')).toBeTruthy()
  })

  it('include the decimal separator', async () => {
    const app = await open()
    await pasteRows(app, 'Job\tTask\tHours\n77\tCut\t1,234')
    expect(await screen.findByText(/1,234 is read as 1234\. Choose another number format/)).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'Columns' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Columns' }))
    await app.user.selectOptions(
      dialog.getByRole('combobox', { name: 'Numbers such as 1,234' }),
      'Decimal comma: 1,234 is 1.234',
    )
    await app.user.click(dialog.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(screen.queryByText(/1,234 is read as/)).toBeNull())
    await mayImport()
    await app.user.click(importButton())
    await screen.findByText(/Created: 1 project, 1 operation/)
    expect(await operations()).toMatchObject([{ durationHours: 1.234 }])
  })
})

describe('a cell with an error', () => {
  const rows = 'Job\tTask\tHours\n77\tCut\tfour'

  it('takes the focus when it or the problem of its row is clicked', async () => {
    const app = await open()
    const table = await pasteRows(app, rows)
    await app.user.click(await table.findByText('Hours: Enter the hours as a number, such as 7.5'))
    const hours = table.getByRole('textbox', { name: 'Hours, row 1' })
    expect(document.activeElement === hours).toBe(true)
    await app.user.keyboard('6{Enter}')
    await waitFor(() => expect(importButton().textContent).toBe('Import 1 row'))

    hours.blur()
    const cell = table.getByRole('textbox', { name: 'Operation, row 1' }).closest('td')
    if (cell) await app.user.click(cell)
    await app.user.keyboard('Saw{Enter}')
    expect(await table.findByDisplayValue('Saw')).toBeTruthy()
    expect(table.getByRole('checkbox', { name: 'Select row 1' })).toHaveProperty('checked', false)
  })

  it('offers the existing shift patterns instead of an unknown one, and keeps the focus', async () => {
    const period = { weekday: 1, fromMinute: 360, toMinute: 870 }
    for (const name of ['Two shifts', 'Weekend']) {
      await admin().post('/shifts', { name, versions: [{ effectiveFrom: null, periods: [period], breaks: [] }] })
    }
    const app = await open('/shift-patterns?tab=work-centers&edit=import')
    const table = await pasteRows(app, 'Name\tShift pattern\nSaw\t2 shifts\nMill\tWeekend')
    await app.user.click(await table.findByText(/There is no shift pattern "2 shifts"/))
    const list = table.getByRole('combobox', { name: 'Shift pattern, row 1' })
    expect(document.activeElement === list).toBe(true)
    expect(
      within(list)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['2 shifts', '(empty)', 'Two shifts', 'Weekend'])
    await app.user.selectOptions(list, 'Two shifts')
    await waitFor(() => expect(importButton().textContent).toBe('Import 2 rows'))
    expect(document.activeElement === table.getByRole('combobox', { name: 'Shift pattern, row 1' })).toBe(true)
  })
})

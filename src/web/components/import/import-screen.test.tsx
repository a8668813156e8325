import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { project2003, projectLibre } from '#testing/files/project-plans.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'
import * as figureTable from '#web/lib/figure-table.ts'
import { failedRowsFile, importRows } from './import-rows.ts'

let server: TestServer
let tenant: TestTenant
let browser: ReturnType<typeof useServer>

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  // jsdom has no layout, and a list draws only the rows that fit its height.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(700)
  tenant = await server.newTenant({ timeZone: 'UTC' })
})

const open = async () => {
  browser = useServer(server.app, tenant.admin)
  openTab(storedFor(tenant.admin, tenant))
  return renderApp('/projects?edit=import')
}
const projects = async () => (await server.as(tenant.admin).get('/projects')).body as { projectNumber: string }[]

const text = 'Job\tOp\tTask\tHours\tPred\n77\t10\tCut\tfour\t\n77\t20\tWeld\t2\t15\n78\t10\tPack\t1\t'

const pasteRows = async (app: Awaited<ReturnType<typeof open>>, rows = text) => {
  await app.user.click(await screen.findByLabelText('Or paste cells from a spreadsheet'))
  await app.user.paste(rows)
  await app.user.click(screen.getByRole('button', { name: 'Read rows' }))
  return within(await screen.findByRole('region', { name: 'Rows to import' }))
}
const importButton = () => screen.getByRole('button', { name: /^Import/ })

describe('the import of projects', () => {
  it('shows the action of each row, and imports after the errors are corrected in place', async () => {
    const app = await open()
    const table = await pasteRows(app)
    expect(await table.findByText('Hours: Enter the hours as a number, such as 7.5')).toBeTruthy()
    expect(table.getByText('Predecessors: There is no operation "15" in project 77')).toBeTruthy()
    expect(importButton().getAttribute('aria-disabled')).toBe('true')

    await app.user.hover(table.getByText('four'))
    const hours = table.getByRole('textbox', { name: 'Hours, row 1' })
    expect(hours.getAttribute('aria-invalid')).toBe('true')
    await app.user.clear(hours)
    await app.user.type(hours, '4{Enter}')
    await waitFor(() => expect(table.queryByText(/Enter the hours/)).toBeNull())
    await app.user.hover(table.getByText('15'))
    const waits = table.getByRole('textbox', { name: 'Predecessors, row 2' })
    await app.user.clear(waits)
    await app.user.type(waits, '10{Enter}')
    await waitFor(() => expect(importButton().textContent).toBe('Import 3 rows'))
    expect(await projects()).toEqual([])

    await app.user.click(importButton())
    expect(await screen.findByText(/Created: 2 projects, 3 operations/)).toBeTruthy()
    expect(await projects()).toHaveLength(2)
    await app.user.click(screen.getByRole('button', { name: 'Undo import' }))
    expect(await screen.findByText('The import was undone')).toBeTruthy()
    expect(await projects()).toEqual([])
  })

  it('imports a new row and a changed one together, and skips unchanged rows', async () => {
    const rows = 'Job\tOp\tTask\tHours\n77\t10\tCut\t4'
    const app = await open()
    await pasteRows(app, rows)
    await waitFor(() => expect(importButton().textContent).toBe('Import 1 row'))
    await app.user.click(importButton())
    await app.user.click(await screen.findByRole('button', { name: 'Import another' }))
    await pasteRows(app, `${rows.replace('\t4', '\t5')}\n77\t20\tWeld\t2`)
    await waitFor(() => expect(importButton().textContent).toBe('Import 2 rows'))
    expect(importButton().getAttribute('aria-disabled')).not.toBe('true')
    await app.user.click(importButton())
    expect(await screen.findByText('Created: 1 operation. Updated: 1 operation.')).toBeTruthy()

    await app.user.click(screen.getByRole('button', { name: 'Import another' }))
    await pasteRows(app, rows.replace('\t4', '\t5'))
    await waitFor(() => expect(screen.getByRole('tab', { name: /No change/ })).toBeTruthy())
    await app.user.hover(importButton())
    expect(importButton().getAttribute('aria-disabled')).toBe('true')
    expect((await screen.findByRole('tooltip')).textContent).toBe('There is nothing to import')
  })

  it('imports the other rows when rows with errors are left out', async () => {
    const app = await open()
    await pasteRows(app)
    await app.user.click(await screen.findByRole('checkbox', { name: 'Leave out 2 rows with errors' }))
    await app.user.click(importButton())
    expect(await screen.findByText(/2 rows left out/)).toBeTruthy()
    expect(await projects()).toMatchObject([{ projectNumber: '78' }])
    expect(screen.getByRole('button', { name: 'Rows left out' })).toBeTruthy()
  })

  it('lets the reader assign a field to a column', async () => {
    const app = await open()
    const table = await pasteRows(app, 'Job\tGizmo\n77\tCut\n77\tWeld')
    await app.user.click(screen.getByRole('button', { name: 'Columns' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Columns' }))
    await app.user.selectOptions(dialog.getByRole('combobox', { name: /^Gizmo/ }), 'Operation')
    await app.user.click(dialog.getByRole('button', { name: 'Apply' }))
    expect(await table.findByText('Weld')).toBeTruthy()
    await waitFor(() => expect(importButton().textContent).toBe('Import 2 rows'))
  })

  it('leaves out rows that the reader selects', async () => {
    const app = await open()
    const table = await pasteRows(app)
    await app.user.click(table.getByRole('checkbox', { name: 'Select row 1' }))
    await app.user.click(table.getByRole('checkbox', { name: 'Select row 2' }))
    await app.user.click(await screen.findByRole('button', { name: 'Do not import' }))
    await waitFor(() => expect(importButton().textContent).toBe('Import 1 row'))
  })

  it('explains why a file cannot be read, and reads another one', async () => {
    const app = await open()
    const input = await screen.findByLabelText<HTMLInputElement>('File to import')
    await app.user.upload(input, new File(['<!DOCTYPE x><Project/>'], 'plan.xml'))
    expect((await screen.findByRole('alert')).textContent).toContain('XML files with a DOCTYPE are not read.')
    await app.user.upload(input, new File(['Job,Task\n77,Cut'], 'jobs.csv'))
    expect(await screen.findByRole('region', { name: 'Rows to import' })).toBeTruthy()
  })

  it('reports when the rows cannot be checked, and checks them again', async () => {
    const app = await open()
    let isDown = true
    browser.interfere((_, path) =>
      isDown && path.endsWith('/imports/preview') ? new Response('', { status: 503 }) : null,
    )
    await pasteRows(app)
    expect(await screen.findByText(/The rows could not be checked/)).toBeTruthy()
    isDown = false
    await app.user.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(importButton().textContent).toBe('Import 1 row'))
  })
})

describe('the question about lost work', () => {
  const edit = async () => {
    const app = await open()
    const table = await pasteRows(app)
    await app.user.hover(await table.findByText('four'))
    await app.user.type(table.getByRole('textbox', { name: 'Hours, row 1' }), '{Backspace>4/}4{Enter}')
    await waitFor(() => expect(table.queryByText(/Enter the hours/)).toBeNull())
    return { app, table }
  }

  it('appears before the import is closed, and the work stays if the reader stays', async () => {
    const { app, table } = await edit()
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Unsaved Changes' }))
    await app.user.click(dialog.getByRole('button', { name: 'Stay on Page' }))
    expect(table.getByText('Weld')).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await app.user.click(await screen.findByRole('button', { name: 'Leave Page' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Projects' })).toBeTruthy()
  })

  it('appears before another source is chosen', async () => {
    const { app } = await edit()
    await app.user.click(screen.getByRole('button', { name: 'Choose another source' }))
    await app.user.click(await screen.findByRole('button', { name: 'Leave Page' }))
    expect(await screen.findByRole('button', { name: 'Choose file' })).toBeTruthy()
  })

  it('does not appear while the rows are unchanged', async () => {
    const app = await open()
    await pasteRows(app)
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Projects' })).toBeTruthy()
  })
})

describe('the additional records of a project import', () => {
  const rows = 'Job\tOp\tTask\tMachine\n77\t10\tCut\tSaw'

  it('include missing work centers, unless the admin declines', async () => {
    const app = await open()
    const table = await pasteRows(app, rows)
    await app.user.click(await screen.findByRole('checkbox', { name: 'Create 1 work center: Saw' }))
    expect(await table.findByText('Work center: There is no work center "Saw"')).toBeTruthy()
    await app.user.click(screen.getByRole('checkbox', { name: 'Create 1 work center: Saw' }))
    await waitFor(() => expect(importButton().textContent).toBe('Import 1 row'))
    await app.user.click(importButton())
    expect(await screen.findByText('Created: 1 project, 1 operation, 1 work center.')).toBeTruthy()
  })

  it('include the calendars of a plan that an admin selects', async () => {
    const app = await open()
    const input = await screen.findByLabelText<HTMLInputElement>('File to import')
    await app.user.upload(input, new File([project2003], 'shop.xml'))
    const calendar = await screen.findByRole('checkbox', { name: /^Shift pattern Standard and 3 holidays/ })
    await app.user.click(calendar)
    await waitFor(() => expect(importButton().getAttribute('aria-disabled')).not.toBe('true'))
    await app.user.click(importButton())
    expect(await screen.findByText(/1 shift pattern, 3 holidays/)).toBeTruthy()
    expect((await server.as(tenant.admin).get('/shifts')).body).toMatchObject([{ name: 'Standard' }])
    await app.user.click(screen.getByRole('button', { name: 'Undo import' }))
    expect(await screen.findByText('The import was undone')).toBeTruthy()
    expect((await server.as(tenant.admin).get('/holidays')).body).toEqual([])
  })

  it('include no calendars for a planner, with the reason', async () => {
    browser = useServer(server.app, tenant.planner)
    openTab(storedFor(tenant.planner, tenant))
    const app = await renderApp('/projects?edit=import')
    const input = await screen.findByLabelText<HTMLInputElement>('File to import')
    await app.user.upload(input, new File([projectLibre], 'gear.xml'))
    expect(await screen.findByText(/only admins can import working time: Standard/)).toBeTruthy()
    expect(screen.queryByRole('checkbox', { name: /Shift pattern/ })).toBeNull()
  })
})

describe('the import of working time', () => {
  it('opens from its page, can be corrected in place, stored, and undone', async () => {
    browser = useServer(server.app, tenant.admin)
    openTab(storedFor(tenant.admin, tenant))
    const app = await renderApp('/shift-patterns?tab=work-centers')
    await app.user.click(await screen.findByRole('button', { name: 'Import' }))
    const table = await pasteRows(app, 'Name\tCapacity\nSaw\tmany\nMill\t2')
    expect(await table.findByText('Parallel capacity: Enter a whole number')).toBeTruthy()
    await app.user.hover(table.getByText('many'))
    await app.user.type(table.getByRole('textbox', { name: 'Parallel capacity, row 1' }), '{Backspace>4/}3{Enter}')
    await waitFor(() => expect(importButton().textContent).toBe('Import 2 rows'))
    await app.user.click(importButton())
    expect(await screen.findByText('Created: 2 work centers.')).toBeTruthy()
    expect((await server.as(tenant.admin).get('/categories')).body).toMatchObject([{ capacity: 3 }, { capacity: 2 }])
    await app.user.click(screen.getByRole('button', { name: 'Undo import' }))
    expect(await screen.findByText('The import was undone')).toBeTruthy()
    expect((await server.as(tenant.admin).get('/categories')).body).toEqual([])
    await app.user.click(screen.getByRole('button', { name: 'Show work centers' }))
    expect(await screen.findByText('No work centers yet')).toBeTruthy()
  })

  it('is closed to planners, with a sentence about who may import', async () => {
    browser = useServer(server.app, tenant.planner)
    openTab(storedFor(tenant.planner, tenant))
    await renderApp('/holidays?edit=import')
    expect(await screen.findByText('Only admins of this organization can change holidays.')).toBeTruthy()
    expect(screen.queryByLabelText('File to import')).toBeNull()
  })
})

describe('the export of projects', () => {
  it('downloads the shown projects in the chosen format, and says when that fails', async () => {
    const admin = server.as(tenant.admin)
    await admin.post('/projects', { projectNumber: 'A1', projectName: 'Frame', plannedShipDate: '2027-01-15' })
    await admin.post('/projects', { projectNumber: 'A2', projectName: 'Rotor', plannedShipDate: '2027-01-15' })
    const downloads: { name: string; data: Blob }[] = []
    vi.spyOn(figureTable, 'downloadBlob').mockImplementation((data, name) => void downloads.push({ name, data }))
    browser = useServer(server.app, tenant.admin)
    openTab(storedFor(tenant.admin, tenant))
    const app = await renderApp('/projects?q=Rotor')
    await app.user.click(await screen.findByRole('button', { name: 'Export' }))
    await app.user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
    await waitFor(() => expect(downloads).toHaveLength(1))
    expect(downloads[0]?.name).toMatch(/^projects-.*\.csv$/)
    const text = await downloads[0]?.data.text()
    expect(text).toContain('Rotor')
    expect(text).not.toContain('Frame')

    browser.interfere((_, path) => (path.endsWith('/exports/projects') ? new Response('', { status: 503 }) : null))
    await app.user.click(await screen.findByRole('button', { name: 'Export' }))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Excel (XLSX)' }))
    expect(await screen.findByText(/Failed to export projects/)).toBeTruthy()
  })
})

it('the file of failed rows has their cells and reasons, and no formulas', async () => {
  const draft = {
    format: 'csv' as const,
    header: ['Job', 'Task'],
    columns: [null, null],
    dateOrder: 'auto' as const,
    chained: true,
    reading: {
      encoding: null,
      sheets: [],
      sheet: null,
      firstRows: [],
      firstRowNumber: 1,
      headerRow: 0,
      headerRows: 1 as const,
    },
    notes: [],
    foundCalendars: [],
    calendars: [],
    revision: 1,
    rows: [
      ['77', '=1+1'],
      ['78', 'Cut'],
    ],
  }
  const preview = {
    actions: 'fc',
    problems: [{ row: 0, column: 1, message: 'Not allowed' }],
    problemCount: 1,
    changed: [],
    notes: [],
    calendars: [],
    unknownWorkCenters: [],
    choices: {},
    leftOut: [],
    warnings: [],
    similar: [],
    planQuestions: [],
    counts: { create: 1, update: 0, unchanged: 0, skip: 0, failed: 1 },
    workCenters: [],
    seen: '',
    projects: { create: 1, update: 0 },
    operations: { create: 1, update: 0 },
  }
  const file = await failedRowsFile(draft, importRows(draft, preview)).text()
  expect(file.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
    '"Job","Task","Import error"',
    `"77","'=1+1","Task: Not allowed"`,
  ])
})

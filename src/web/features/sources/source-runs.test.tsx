import { cleanup, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { newTestSource, type TestSource } from '#testing/data-sources/test-source.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'
import { dataSourcesKey } from '#web/api/integrations/data-sources.queries.ts'

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

const open = async (path: string) => {
  browser = useServer(server.app, tenant.planner)
  openTab(storedFor(tenant.planner, tenant))
  return renderApp(path)
}
type App = Awaited<ReturnType<typeof open>>

const faults = async (part: Element | null = document.querySelector('main')) =>
  (await axe.run(part ?? document.body, { rules: { 'color-contrast': { enabled: false } } })).violations.map(
    ({ id, nodes }) => [id, nodes.map(({ html }) => html)],
  )
const click = async (app: App, name: string | RegExp) => app.user.click(await screen.findByRole('button', { name }))
const panel = async (name: string) => within(await screen.findByRole('region', { name }))
const projects = async () =>
  (await server.as(tenant.planner).get('/projects')).body as { projectNumber: string; status: string }[]

/** Changes the hours of the first operation as a person does. */
const changeHours = async (durationHours: number) => {
  const planner = server.as(tenant.planner)
  const project = (await planner.get('/projects')).body.find(
    ({ projectNumber }: { projectNumber: string }) => projectNumber === '77',
  )
  const { body } = await planner.get(`/projects/${project.projectId}/operations`)
  const [cut] = body.projectOperations
  const path = `/project-operations/projects/${project.projectId}/operations/${cut.operationId}`
  expect(await planner.put(path, { durationHours }, { 'if-match': String(cut.version) })).toMatchObject({ status: 200 })
}

const sample = `
Project number | Operation | Hours | Project status
77             | Cut       | 4     | New
77             | Weld      | 2     | New
78             | Cut       | 3     | New`
const withDoubt = sample.replace(
  '78             | Cut       | 3     | New',
  '78             | Cut       | 3     | Released',
)
const without78 = sample.split('\n').slice(0, 4).join('\n')

const sourceOf = async (rules: Parameters<typeof newTestSource>[2] = {}): Promise<TestSource> =>
  newTestSource(await server.contextOf(tenant.planner), sample, { name: 'ERP orders', ...rules })
const pathOf = (source: TestSource) => `/sources?source=${source.source().sourceId}`

describe('the runs of a data source', () => {
  it('are listed with what they did, and undone and redone as a whole', async () => {
    const source = await sourceOf()
    await source.run(sample)
    await source.run(without78)
    const app = await open('/sources')
    await app.user.click(await screen.findByRole('link', { name: 'ERP orders' }))
    const runs = await panel('Runs')
    expect(await runs.findByText('5 created')).toBeTruthy()
    expect(runs.getByText('1 no longer there')).toBeTruthy()
    expect(await faults()).toEqual([])
    await app.user.click(runs.getByRole('button', { name: /^Undo the run of/ }))
    expect(await runs.findByText('Undone')).toBeTruthy()
    await waitFor(async () => expect(await projects()).toEqual([]))
    await app.user.click(await runs.findByRole('button', { name: /^Redo the run of/ }))
    expect(await runs.findByRole('button', { name: /^Undo the run of/ })).toBeTruthy()
    await waitFor(async () => expect(await projects()).toHaveLength(2))
  })

  it('list the records that are no longer in the file, and the values that stay as changed here', async () => {
    const source = await sourceOf({ rules: { vanished: 'hold', ours: ['durationHours'] } })
    await source.run(sample)
    await changeHours(9)
    const { details } = await source.run(without78.replace('| 4     |', '| 5     |'))
    await open(`${pathOf(source)}&run=${details.run.runId}`)
    const vanished = await panel('No longer in the file')
    expect(vanished.getByRole('link', { name: /^#78/ }).getAttribute('href')).toMatch(/^\/projects\//)
    expect(vanished.getAllByText('Put on hold').length).toBeGreaterThan(0)
    const kept = await panel('Kept as changed here')
    const [row] = kept.getAllByRole('row').slice(1)
    expect(row?.textContent).toMatch(/Cut.*Hours95$/)
    expect(await faults()).toEqual([])
  })

  it('that wait are applied after a look at what they would change', async () => {
    const source = await sourceOf({ rules: { mostChangedPercent: 20 } })
    await source.run(sample, { appliesAll: true })
    const { details } = await source.run(sample.replace('| 4     |', '| 6     |').replace('| 2     |', '| 3     |'))
    expect(details.run.outcome).toBe('waiting')
    const app = await open(pathOf(source))
    expect(await screen.findByText(/waits for you\. It would change 40 % of its records \(limit 20 %\)/)).toBeTruthy()
    await app.user.click(screen.getByRole('link', { name: 'Review' }))
    const changes = await panel('What it would change')
    expect(changes.getByText('Hours: 4 → 6')).toBeTruthy()
    expect(await faults()).toEqual([])
    await click(app, 'Apply')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull())
    expect(await screen.findByText(/Applied by/)).toBeTruthy()
    const [latest] = (await server.as(tenant.planner).get(`/sources/${source.source().sourceId}/runs`)).body
    expect(latest).toMatchObject({ outcome: 'applied' })
  })

  it.each([
    ['applied', true],
    ['dismissed', false],
  ] as const)('that wait say who was faster, if another person has %s them', async (word, applies) => {
    const source = await sourceOf({ rules: { mostChangedPercent: 20 } })
    const { details } = await source.run(sample)
    const { runId } = details.run
    const app = await open(`${pathOf(source)}&run=${runId}`)
    const apply = await screen.findByRole('button', { name: 'Apply' })
    const path = `/sources/${source.source().sourceId}/runs/${runId}/decision`
    const decision = { applies, seen: details.waiting?.seen }
    expect(await server.as(tenant.admin).post(path, decision)).toMatchObject({ status: 200 })
    await app.user.click(apply)
    expect(await screen.findByText(`${tenant.admin.name} has already ${word} this run.`)).toBeTruthy()
    // The button is gone: the focus goes to the heading, not to the top of the page.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
  })

  it('that wait with doubtful rows are one matter on the page and on the dashboard', async () => {
    const source = await sourceOf({ rules: { mostChangedPercent: 20 } })
    await source.run(withDoubt)
    const app = await open(pathOf(source))
    expect(await screen.findByText(/waits for you\..*1 row could not be understood\./)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Correct' })).toBeNull()
    await app.user.click(screen.getByRole('link', { name: 'Review' }))
    expect((await panel('Doubtful rows')).getByText('1')).toBeTruthy()
    cleanup()
    await server.as(tenant.planner).post('/projects', { projectName: 'Pump' })
    await open('/')
    const needs = await panel('Data sources that need you')
    const [item, ...others] = needs.getAllByRole('listitem')
    expect(others).toEqual([])
    expect(item?.textContent).toMatch(/A run waits for you: .*1 doubtful row to correct/)
  })

  it('that wait are shown again, with the reason, if their effect has changed since', async () => {
    const source = await sourceOf({ rules: { mostChangedPercent: 20 } })
    await source.run(sample, { appliesAll: true })
    const { details } = await source.run(sample.replace('| 4     |', '| 6     |').replace('| 2     |', '| 3     |'))
    const app = await open(`${pathOf(source)}&run=${details.run.runId}`)
    await panel('What it would change')
    // One of the two changes is not needed any more.
    await changeHours(6)
    await click(app, 'Apply')
    expect((await screen.findByRole('alert')).textContent).toBeTruthy()
    const changes = await panel('What it would change')
    await waitFor(() => expect(changes.queryByText('Hours: 4 → 6')).toBeNull())
    expect(changes.getByText('Hours: 2 → 3')).toBeTruthy()
    await click(app, 'Dismiss')
    expect(await screen.findByText(/Dismissed by/)).toBeTruthy()
  })

  it('appear on an open page when they end', async () => {
    const source = await sourceOf()
    const app = await open(pathOf(source))
    expect(await screen.findByText(/None yet/)).toBeTruthy()
    await source.run(sample)
    // As the live message does.
    await app.queryClient.invalidateQueries({ queryKey: dataSourcesKey() })
    expect(await screen.findByText('5 created')).toBeTruthy()
  })
})

describe('the doubtful rows of a run', () => {
  it('are read as chosen from then on, which changes the data source', async () => {
    const source = await sourceOf()
    await source.run(withDoubt)
    const app = await open(pathOf(source))
    expect(await screen.findByText('1 row of orders.csv could not be understood.')).toBeTruthy()
    await app.user.click(screen.getByRole('link', { name: 'Correct' }))
    const table = await panel('Cells of the doubtful rows')
    expect(table.getByText('3', { selector: '.text-ink-3' })).toBeTruthy()
    expect(await faults()).toEqual([])
    const store = await screen.findByRole('button', { name: 'Correct and import' })
    await app.user.hover(table.getByText('Released'))
    await app.user.selectOptions(await table.findByRole('combobox', { name: 'Project status, row 3' }), 'In Progress')
    await click(app, 'Always read it like this, and run again')
    await waitFor(() => expect(store.isConnected).toBe(false))
    const { body } = await server.as(tenant.planner).get('/sources')
    expect(body.sources[0].reading.valueMeanings).toEqual([
      { field: 'status', typed: 'Released', means: 'In Progress' },
    ])
    expect(browser.calls).toContain(`POST /api/sources/${source.source().sourceId}/run`)
  })

  it('are corrected and imported, and leave the list', async () => {
    const source = await sourceOf()
    const { details } = await source.run(withDoubt)
    const app = await open(`${pathOf(source)}&run=${details.run.runId}`)
    await click(app, 'Correct and import')
    const rows = within(await screen.findByRole('region', { name: 'Rows to import' }))
    await app.user.hover(await rows.findByText('Released'))
    await app.user.selectOptions(await rows.findByRole('combobox', { name: 'Project status, row 1' }), 'In Progress')
    await click(app, 'Import 1 row')
    expect(await screen.findByText(/Created: 1 project/)).toBeTruthy()
    await waitFor(async () => {
      const { body } = await server.as(tenant.planner).get('/sources')
      expect(body.sources[0].openDoubts).toBe(0)
    })
    const [, back] = screen.getAllByRole('button', { name: 'Back to the run' })
    await app.user.click(back ?? document.body)
    expect(await screen.findByRole('heading', { name: 'Run of ERP orders' })).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Correct and import' })).toBeNull())
    expect(await projects()).toMatchObject([{ projectNumber: '77' }, { projectNumber: '78', status: 'In Progress' }])
  })

  it('are taken off the list after a question, and the focus returns', async () => {
    const source = await sourceOf()
    const { details } = await source.run(withDoubt)
    const app = await open(`${pathOf(source)}&run=${details.run.runId}`)
    const off = await screen.findByRole('button', { name: 'Take off the list' })
    await app.user.click(off)
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(off))
    await app.user.click(off)
    const question = within(await screen.findByRole('alertdialog'))
    await app.user.click(question.getByRole('button', { name: 'Take off the list' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Doubtful rows' })).toBeNull())
    expect(screen.queryByText(/^Failed to/)).toBeNull()
  })
})

describe('a data source', () => {
  it('is paused, resumed and deleted by its author, and what it imported stays', async () => {
    const source = await sourceOf()
    await source.run(sample)
    const app = await open(pathOf(source))
    await click(app, 'Pause')
    const resume = await screen.findByRole('button', { name: 'Resume' })
    await waitFor(() => expect(resume.getAttribute('aria-busy')).toBeNull())
    await app.user.click(resume)
    expect(await screen.findByRole('button', { name: 'Pause' })).toBeTruthy()
    await click(app, 'Delete')
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete ERP orders?' }))
    expect(await faults(screen.getByRole('alertdialog'))).toEqual([])
    await app.user.click(question.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('No data sources yet')).toBeTruthy()
    expect(await projects()).toHaveLength(2)
  })

  it('is on the dashboard while it needs a person', async () => {
    const source = await sourceOf()
    await source.run(withDoubt)
    await open('/')
    const needs = await panel('Data sources that need you')
    expect(needs.getByRole('listitem').textContent).toMatch(/^ERP orders1 doubtful row to correct since /)
    const href = needs.getByRole('link', { name: 'ERP orders' }).getAttribute('href')
    expect(href).toBe(pathOf(source))
  })
})

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OperationListRow } from '#contract/operation-lists.ts'
import type { Project } from '#contract/projects.ts'
import { operationStateWords, projectStateWords } from '#domain/forecast/state-words.ts'
import { dayMs } from '#domain/time/units.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOdds } from '#testing/builders/build-odds.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { CallAs } from '#testing/call-as.ts'
import { runTestShop } from '#testing/run-test-shop.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { operationStateLooks } from '#web/components/operation-table/operation-state-looks.ts'
import { stateLooks } from '#web/components/project-marks/state-mark.tsx'
import type { TenantContext } from '../../context.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { tableFiles } from '../../files/table-files.ts'
import { makeDateFile } from './date-file.ts'

const zone = 'America/Chicago'

let server: TestServer
let tenant: TestTenant
let ctx: TenantContext
let planner: CallAs

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const nameIds = async (projectId: string, externalId: string, operationIds: Readonly<Record<string, string>> = {}) => {
  await server.services.db.withTenant(ctx, async (tx) => {
    await tx.update(projects).set({ externalId }).where(eq(projects.projectId, projectId))
    for (const [operationId, id] of Object.entries(operationIds)) {
      await tx.update(operations).set({ externalId: id }).where(eq(operations.operationId, operationId))
    }
  })
}

/** Two open projects, the first with odds and external ids; a project on hold; and a finished operation. */
beforeEach(async () => {
  tenant = await server.newTenant({ timeZone: zone })
  ctx = await server.contextOf(tenant.admin)
  planner = server.as(tenant.planner)
  const nowMs = server.clock.now().getTime()
  const { categoryId } = await buildCategory(ctx, { name: 'Saw' })
  const press = await buildProject(ctx, {
    projectNumber: 'P-1',
    projectName: '=HYPERLINK("evil")',
    customerName: 'Contoso, "Ltd"',
    plannedShipDate: new Date(nowMs - dayMs).toISOString(),
  })
  await buildOdds(ctx, press.projectId, { day: '2026-11-19', onTimeChance: 0.5 })
  const cut = await buildOperation(ctx, press.projectId, {
    name: 'Bore',
    durationHours: 18,
    categoryId,
    // From 06:00 to midnight in Chicago.
    scheduledStartDate: '2026-11-20T12:00:00.000Z',
    scheduledEndDate: '2026-11-21T06:00:00.000Z',
    pinned: true,
  })
  await buildOperation(ctx, press.projectId, { name: 'Deburr', status: 'Completed', progressPercentage: 100 })
  await nameIds(press.projectId, 'SO-0001', { [cut.operationId]: '000123' })
  const frame = await buildProject(ctx, { projectNumber: 'P-2', projectName: 'Frame', plannedShipDate: null })
  await buildOperation(ctx, frame.projectId, { name: 'Weld', durationHours: 5, progressPercentage: 40 })
  const held = await buildProject(ctx, { projectNumber: 'P-3', projectName: 'Held', currentPhase: 'on_hold' })
  await buildOperation(ctx, held.projectId, { name: 'Wait', durationHours: 5 })
})

/** An independent way to the local day of an instant. */
const dayIn = (atMs: number): string => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(atMs)
const dayOfEnd = (iso: string | null | undefined): string | null => (iso ? dayIn(Date.parse(iso) - 1) : null)

const jsonOf = async (datesOf: 'projects' | 'operations', importedOnly = false) => {
  const { bytes, mediaType, rows } = await makeDateFile(ctx, { datesOf, format: 'json', importedOnly })
  const read = JSON.parse(Buffer.from(bytes).toString('utf8'))
  expect(mediaType).toBe('application/json; charset=utf-8')
  expect(rows).toBe(read[datesOf].length)
  return read
}

describe('the dates of projects', () => {
  it('are those of the list of projects, of open ones only', async () => {
    const listed: Project[] = (await planner.get('/projects')).body
    const open = listed.filter(({ currentPhase }) => currentPhase !== 'on_hold')
    const { at, projects: sent } = await jsonOf('projects')
    expect(at).toBe('2026-11-18T03:00:00-06:00')
    expect(sent).toEqual(
      open.map((project) => ({
        externalId: project.projectNumber === 'P-1' ? 'SO-0001' : null,
        number: project.projectNumber,
        name: project.projectName,
        customer: project.customerName,
        plannedShipDate: project.plannedShipDate && dayIn(Date.parse(project.plannedShipDate)),
        forecastEnd: dayOfEnd(project.forecastCompletionDate),
        state: stateLooks[project.state].word,
        daysLate: project.latenessDays,
        date80: dayOfEnd(project.odds?.p80),
      })),
    )
    // Known answers: it ships a day ago, and its last work ends at midnight after the 20th.
    expect(sent[0]).toMatchObject({ number: 'P-1', forecastEnd: '2026-11-20', state: 'Late', daysLate: 3 })
    expect(sent[0].date80).toBe('2026-11-22')
    expect(sent.map(({ number }: { number: string }) => number)).toEqual(['P-1', 'P-2'])
  })

  it('are only those of imported projects if wanted', async () => {
    expect((await jsonOf('projects', true)).projects).toMatchObject([{ externalId: 'SO-0001' }])
  })

  it('are a CSV file in which nothing is a formula', async () => {
    const { bytes, rows } = await makeDateFile(ctx, { datesOf: 'projects', format: 'csv', importedOnly: true })
    expect(rows).toBe(1)
    expect(Buffer.from(bytes).toString('utf8')).toBe(
      '\uFEFF"Project ID","Project number","Project","Customer","Planned ship date","Forecast end","State","Days late","80 % date"\r\n' +
        `"SO-0001","P-1","'=HYPERLINK(""evil"")","Contoso, ""Ltd""","2026-11-17","2026-11-20","Late","3","2026-11-22"\r\n`,
    )
  })
})

describe('the dates of operations', () => {
  it('are those of the list of operations, of open ones only', async () => {
    const { rows }: { rows: OperationListRow[] } = (await planner.get('/operations?work=open&sortBy=shipDate')).body
    const { operations: sent } = await jsonOf('operations')
    const sameTime = (text: string | null, iso: string | null) =>
      expect(text === null ? null : Date.parse(text)).toBe(iso === null ? null : Date.parse(iso))
    expect(sent).toHaveLength(rows.length)
    for (const [index, row] of rows.entries()) {
      const { plannedStart, plannedEnd, forecastStart, forecastEnd, ...others } = sent[index]
      expect(others).toEqual({
        projectExternalId: row.projectNumber === 'P-1' ? 'SO-0001' : null,
        externalId: row.name === 'Bore' ? '000123' : null,
        projectNumber: row.projectNumber,
        sequence: row.sequence,
        name: row.name,
        workCenter: row.categoryName,
        state: operationStateLooks[row.state].word,
        progress: row.progressPercentage,
        hoursLeft: row.hoursLeft,
      })
      sameTime(plannedStart, row.scheduledStartDate)
      sameTime(plannedEnd, row.scheduledEndDate)
      sameTime(forecastStart, row.forecastStartDate)
      sameTime(forecastEnd, row.forecastEndDate)
    }
    expect(sent.map(({ name }: { name: string }) => name).toSorted()).toEqual(['Bore', 'Cut', 'Weld'])
    expect((await jsonOf('operations', true)).operations).toMatchObject([
      {
        externalId: '000123',
        plannedStart: '2026-11-20T06:00:00-06:00',
        plannedEnd: '2026-11-21T00:00:00-06:00',
        progress: 0,
        hoursLeft: 18,
      },
    ])
  })

  it('are local times in a table, as in other exports', async () => {
    const { bytes } = await makeDateFile(ctx, { datesOf: 'operations', format: 'csv', importedOnly: true })
    const [, line] = Buffer.from(bytes).toString('utf8').split('\r\n')
    expect(line).toContain('"SO-0001","000123","P-1",')
    expect(line).toContain('"2026-11-20 06:00","2026-11-21 00:00"')
  })

  it('are the same in each format, for a shop of 240 operations', async () => {
    ctx = await runTestShop(server.services, { projects: 40, operations: 6 })
    const { operations: sent } = await jsonOf('operations')
    const tables = await Promise.all(
      (['csv', 'xlsx'] as const).map(async (format) => {
        const { bytes, rows } = await makeDateFile(ctx, { datesOf: 'operations', format, importedOnly: false })
        const table = await tableFiles.read({ bytes, scope: {} })
        expect(rows).toBe(sent.length)
        expect(table.format).toBe(format)
        return table
      }),
    )
    expect(sent.length).toBeGreaterThan(100)
    for (const { header, rows } of tables) {
      const column = (title: string) => rows.map((cells) => cells[header.indexOf(title)])
      const fields = (key: string) => sent.map((row: Record<string, unknown>) => String(row[key] ?? ''))
      expect(column('Operation')).toEqual(fields('name'))
      expect(column('Project number')).toEqual(fields('projectNumber'))
      expect(column('Sequence')).toEqual(fields('sequence'))
      expect(column('State')).toEqual(fields('state'))
    }
  })
})

describe('the file of an export', () => {
  it('is answered as it would be sent now, also to a program that only reads', async () => {
    const target = { kind: 'address', method: 'POST', url: 'https://hooks.example.com/x', signIn: { kind: 'none' } }
    const body = { name: 'Dates', target, datesOf: 'projects', format: 'json', importedOnly: false }
    const made = await planner.post('/scheduled-exports', { ...body, schedule: { kind: 'hourly', minute: 0 } })
    const token = (await planner.post('/api-tokens', { name: 'ERP', scope: 'read', expiresInDays: 30 })).body
    const answer = await server.as(null).get(`/scheduled-exports/${made.body.exportId}/file`, {
      authorization: `Bearer ${token.apiToken}`,
    })
    expect({ status: answer.status, text: answer.text.slice(0, 6) }).toEqual({ status: 200, text: '{"at":' })
    expect(answer.headers['content-disposition']).toBe('attachment; filename="dates-of-projects-2026-11-18.json"')
    expect(JSON.parse(answer.text)).toEqual(await jsonOf('projects'))
  })
})

it('the words of states are those of the screens', () => {
  expect(projectStateWords).toEqual(
    Object.fromEntries(Object.entries(stateLooks).map(([state, { word }]) => [state, word])),
  )
  expect(operationStateWords).toEqual(
    Object.fromEntries(Object.entries(operationStateLooks).map(([state, { word }]) => [state, word])),
  )
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Project } from '#contract/projects.ts'
import type { TestTenant } from '../builders/build-tenant.ts'
import type { CallAs } from '../call-as.ts'
import { type FileReceiver, type ReceivedFile, startReceiver } from '../file-receiver.ts'
import { startServer, type TestServer } from '../server-harness.ts'
import { buildCenters, columnTables, copied, doRounds, must, outcomeOf, planEverything, setUpSource } from './recipe.ts'

type Doc = Record<string, string | number | null>

const workOrders: Doc[] = Array.from({ length: 30 }, (_, index) => ({
  name: `MFG-WO-2026-${String(index + 1).padStart(5, '0')}`,
  docstatus: 1,
  // ERPNext 16 has statuses for reserved stock, which are open work too.
  status: index === 29 ? 'Completed' : index === 28 ? 'Stock Reserved' : 'Not Started',
  item_name: `Pump ${index + 1}`,
  qty: 4,
  expected_delivery_date: '2026-12-04',
  custom_forecast_end: null,
}))
const jobCards: Doc[] = workOrders.flatMap(({ name, status }, index) =>
  ['Saw', 'Lathe'].map((workstation, step) => ({
    name: `PO-JOB${index * 2 + step + 1}`,
    docstatus: status === 'Completed' ? 1 : 0,
    status: status === 'Completed' ? 'Completed' : 'Open',
    work_order: name ?? null,
    sequence_id: step + 1,
    operation: `Work on ${workstation}`,
    workstation,
    time_required: 90,
  })),
)
const lists: Readonly<Record<string, Doc[]>> = { 'Work Order': workOrders, 'Job Card': jobCards }

type Condition = [field: string, operator: '=' | 'in' | 'not in', value: string | number | string[]]
const holds = (doc: Doc, [field, operator, value]: Condition): boolean => {
  if (operator === '=') return doc[field] === value
  const isAmong = Array.isArray(value) && value.includes(String(doc[field]))
  return operator === 'in' ? isAmong : !isAmong
}

/** `GET /api/resource/:doctype` of Frappe: fields with other names, conditions, and 20 records unless a limit is given. */
const list = (url: URL): { status: number; body: unknown } => {
  const docs = lists[decodeURIComponent(url.pathname.split('/').at(-1) ?? '')]
  if (!docs) return { status: 404, body: { exc_type: 'DoesNotExistError' } }
  const asked = (name: string) => JSON.parse(url.searchParams.get(name) ?? '[]')
  const names = (asked('fields') as string[]).map((field) => field.split(' as '))
  const conditions = asked('filters') as Condition[]
  const found = docs.filter((doc) => conditions.every((condition) => holds(doc, condition)))
  const limit = Number(url.searchParams.get('limit_page_length') ?? 20)
  const data = found
    .slice(0, limit === 0 ? undefined : limit)
    .map((doc) => Object.fromEntries(names.map(([field = '', as = field]) => [as, doc[field]])))
  return { status: 200, body: { data } }
}

/** What the server script of the recipe does. Frappe reads the body only if it is said to be JSON. */
const takeDates = ({ headers, body }: ReceivedFile): { status: number; body: unknown } => {
  const form = String(headers['content-type']).includes('application/json') ? JSON.parse(body.toString('utf8')) : {}
  const [updated, unknown]: string[][] = [[], []]
  for (const { externalId, forecastEnd } of form.projects ?? []) {
    const order = workOrders.find(({ name }) => name === externalId)
    if (order) order.custom_forecast_end = forecastEnd
    ;(order ? updated : unknown)?.push(externalId)
  }
  return { status: 200, body: { message: { updated: updated?.length, unknown } } }
}

let erp: FileReceiver
let server: TestServer
let tenant: TestTenant
let planner: CallAs

beforeAll(async () => {
  erp = await startReceiver()
  erp.answer = (request, reply) => {
    const url = new URL(request.path, erp.origin)
    const answer =
      request.headers.authorization !== 'token KEY:SECRET'
        ? { status: 401, body: { exc_type: 'AuthenticationError' } }
        : request.method === 'POST' && url.pathname === '/api/method/scheduler_dates'
          ? takeDates(request)
          : list(url)
    reply.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer.body))
  }
  server = await startServer({ EXCHANGE_ALLOWED_HOSTS: erp.origin })
  tenant = await server.newTenant({ timeZone: 'Europe/Berlin' })
  planner = server.as(tenant.planner)
  await buildCenters(server, tenant, ['Saw', 'Lathe'])
})
afterAll(async () => {
  await server.close()
  await erp.close()
})

const signIn = { kind: 'header', header: 'Authorization' } as const
const here = (address = ''): string => address.replace('https://erp.example.com', erp.origin)

describe('the recipe for ERPNext', () => {
  it('brings work orders and job cards in, and the forecast ends back', async () => {
    const [ofOrders, ofCards, script, ofDates] = copied('ERPNext')
    const [orderColumns, cardColumns] = columnTables('ERPNext')
    for (const [name, address, columns] of [
      ['Work orders', ofOrders, orderColumns],
      ['Job cards', ofCards, cardColumns],
    ] as const) {
      const origin = { kind: 'address', url: here(address), signIn } as const
      const secret = 'token KEY:SECRET'
      const { table } = must(await planner.post('/sources/read', { origin, secret })).body
      expect(table.format).toBe('json')
      const source = await setUpSource(planner, name, table, {
        origin,
        secret,
        schedule: { kind: 'hourly', minute: 0 },
        // Fields that the recipe does not name keep the column that was guessed.
        columns: (header, guessed) => header.map((title, index) => columns?.get(title) ?? guessed[index] ?? null),
      })
      must(await planner.post(`/sources/${source.sourceId}/run`, { appliesAll: true }))
      await doRounds(server)
      expect(await outcomeOf(planner, source.sourceId)).toBe('applied')
    }
    const projects: Project[] = must(await planner.get('/projects')).body
    // All open ones, also those beyond the usual 20 of a list.
    expect(projects).toHaveLength(29)
    const first = projects.find(({ projectNumber }) => projectNumber === 'MFG-WO-2026-00001')
    expect(first).toMatchObject({ projectName: 'Pump 1', operationCount: 2, hoursPlanned: 3 })
    expect(first?.plannedShipDate).toContain('2026-12-04')

    await planEverything(planner, await server.contextOf(tenant.planner))
    expect(script).toContain('custom_forecast_end')
    const made = must(
      await planner.post('/scheduled-exports', {
        name: 'ERPNext',
        target: { kind: 'address', method: 'POST', url: here(ofDates), signIn },
        secret: 'token KEY:SECRET',
        datesOf: 'projects',
        format: 'json',
        importedOnly: true,
        schedule: { kind: 'hourly', minute: 30 },
      }),
    )
    must(await planner.post(`/scheduled-exports/${made.body.exportId}/send`))
    await doRounds(server)
    const dayOf = (iso: string) =>
      new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(Date.parse(iso) - 1)
    const after: Project[] = must(await planner.get('/projects')).body
    for (const { projectNumber, forecastCompletionDate } of after) {
      const order = workOrders.find(({ name }) => name === projectNumber)
      expect(order?.custom_forecast_end).toBe(forecastCompletionDate && dayOf(forecastCompletionDate))
    }
    expect(workOrders.filter(({ custom_forecast_end: date }) => date !== null).length).toBeGreaterThan(20)
    const { exports } = must(await planner.get('/scheduled-exports')).body
    expect(exports).toMatchObject([{ problem: null, sentRows: 29 }])
  })

  it('says so when the key is wrong', async () => {
    const origin = { kind: 'address', url: here(copied('ERPNext')[0]), signIn } as const
    const answer = await planner.post('/sources/read', { origin, secret: 'token KEY:OTHER' })
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('refused the sign-in (401)')])
  })
})

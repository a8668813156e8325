import { execFile } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Project } from '#contract/projects.ts'
import type { TestTenant } from '../builders/build-tenant.ts'
import type { CallAs } from '../call-as.ts'
import { type FileReceiver, type ReceivedFile, startReceiver } from '../file-receiver.ts'
import { startServer, type TestServer } from '../server-harness.ts'
import { buildCenters, copied, doRounds, must, outcomeOf, planEverything, programPath, setUpSource } from './recipe.ts'

type Value = string | number | false | [number, string]
type Doc = Record<string, Value>
type Models = Record<string, Doc[]>

const orders: readonly (readonly [name: string, state: string, deadline: string | false])[] = [
  ['WH/MO/00007', 'confirmed', '2026-12-04 16:00:00'],
  ['WH/MO/00008', 'progress', false],
  ['WH/MO/00009', 'done', '2026-11-02 16:00:00'],
  ['WH/MO/00010', 'draft', '2026-12-20 16:00:00'],
]
/** Odoo as it answers: empty values are false, links are pairs, and times are in UTC without saying so. */
const newModels = (): Models => ({
  'mrp.production': orders.map(([name, state, deadline], index) => ({
    id: index + 7,
    name,
    state,
    product_id: [index + 1, `Pump ${index + 7}`],
    product_qty: 2,
    date_deadline: deadline,
    x_forecast_end: false,
  })),
  'mrp.workorder': [7, 7, 8, 9, 10].map((order, index) => ({
    id: index + 70,
    name: index % 2 === 0 ? 'Cut' : 'Weld',
    state: order === 9 ? 'done' : 'ready',
    production_id: [order, `WH/MO/0000${order}`],
    workcenter_id: [index % 2, index % 2 === 0 ? 'Saw' : 'Welding'],
    sequence: index + 1,
    duration_expected: 90,
  })),
})

type Condition = [field: string, operator: string, value: string | number[] | string[]]
const holds = (doc: Doc, [field, operator, value]: Condition): boolean => {
  const own = doc[field]
  const plain = Array.isArray(own) ? own[0] : own
  if (operator === '!=') return plain !== value
  const isAmong = Array.isArray(value) && (value as unknown[]).includes(plain)
  return operator === 'in' ? isAmong : !isAmong
}

interface Named {
  readonly domain?: Condition[]
  readonly fields?: string[]
  readonly offset?: number
  readonly limit?: number
  readonly ids?: number[]
  readonly vals?: Doc
}

class OdooError extends Error {}

const callModel = (models: Models, model: string, method: string, named: Named): unknown => {
  const docs = models[model]
  if (!docs) throw new OdooError(`the model '${model}' does not exist`)
  if (method === 'write') {
    for (const doc of docs) if (named.ids?.includes(Number(doc.id))) Object.assign(doc, named.vals)
    return true
  }
  if (method !== 'search_read') throw new OdooError(`${model}.${method} is not known`)
  const { domain = [], fields = [], offset = 0, limit } = named
  return docs
    .filter((doc) => domain.every((condition) => holds(doc, condition)))
    .slice(offset, limit === undefined ? undefined : offset + limit)
    .map((doc) => Object.fromEntries(['id', ...fields].map((field) => [field, doc[field]])))
}

/** `/json/2/<model>/<method>` of Odoo 19: a bearer key, and the status says whether it worked. */
const answerJson2 = (models: Models, { path, headers, body }: ReceivedFile): [status: number, answer: unknown] => {
  const [, , , model = '', method = ''] = path.split('/')
  if (headers.authorization !== 'bearer odoo-key') return [401, { message: 'Invalid apikey' }]
  if (headers['x-odoo-database'] !== 'mycompany') return [404, { message: 'No database' }]
  try {
    return [200, callModel(models, model, method, JSON.parse(body.toString('utf8')))]
  } catch (error) {
    return [422, { name: 'odoo.exceptions.UserError', message: String(error) }]
  }
}

/** `/jsonrpc` of older ones: errors come with the status 200. */
const answerRpc = (models: Models, { body }: ReceivedFile): [status: number, answer: unknown] => {
  const { params } = JSON.parse(body.toString('utf8'))
  const { service, method, args } = params
  const result = (value: unknown): [number, unknown] => [200, { jsonrpc: '2.0', id: null, result: value }]
  if (service === 'common' && method === 'login') {
    return result(args[0] === 'mycompany' && args[1] === 'bot' && args[2] === 'odoo-key' ? 2 : false)
  }
  const [database, userId, key, model, called, positional, named] = args
  if (database !== 'mycompany' || userId !== 2 || key !== 'odoo-key') return result(false)
  try {
    return result(callModel(models, model, called, { ...named, ids: positional[0] }))
  } catch (error) {
    return [200, { jsonrpc: '2.0', id: null, error: { code: 200, data: { message: String(error) } } }]
  }
}

let odoo: FileReceiver
let models: Models
let server: TestServer
let tenant: TestTenant
let planner: CallAs
let settings: Record<string, string>

beforeAll(async () => {
  odoo = await startReceiver()
  odoo.answer = (request, reply) => {
    const [status, answer] = request.path === '/jsonrpc' ? answerRpc(models, request) : answerJson2(models, request)
    reply.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(answer))
  }
  server = await startServer()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
})
beforeEach(async () => {
  models = newModels()
  tenant = await server.newTenant({ timeZone: 'Europe/Berlin' })
  planner = server.as(tenant.planner)
  await buildCenters(server, tenant, ['Saw', 'Welding'])
  const { port } = server.app.server.address() as AddressInfo
  const token = must(await planner.post('/api-tokens', { name: 'Odoo', scope: 'plan', expiresInDays: 30 })).body
  settings = {
    SCHEDULER: `http://127.0.0.1:${port}`,
    SCHEDULER_TOKEN: token.apiToken,
    ODOO: odoo.origin,
    ODOO_KEY: 'odoo-key',
    ODOO_DATABASE: 'mycompany',
  }
})
afterAll(async () => {
  await server.close()
  await odoo.close()
})

const run = (task: string, more: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, [programPath('odoo.mjs'), task], {
    env: { ...process.env, ...settings, ...more },
  })

/** Sets up the data source and the export of the recipe. */
const setUp = async () => {
  const [sample = ''] = copied('Odoo')
  const table = must(
    await planner.post('/imports/read', { fileName: 'sample.json', base64: Buffer.from(sample).toString('base64') }),
  ).body
  const source = await setUpSource(planner, 'Odoo', table, {
    origin: { kind: 'pushed' },
    schedule: { kind: 'arrival' },
  })
  const dates = must(
    await planner.post('/scheduled-exports', {
      name: 'Odoo',
      target: { kind: 'address', method: 'POST', url: 'https://hooks.example.com/unused', signIn: { kind: 'none' } },
      datesOf: 'projects',
      format: 'json',
      importedOnly: true,
      schedule: { kind: 'daily', at: '05:30', weekdays: [1] },
    }),
  ).body
  Object.assign(settings, { SCHEDULER_SOURCE: source.sourceId, SCHEDULER_EXPORT: dates.exportId })
  return source
}

describe('the recipe for Odoo', () => {
  it.each([
    ['JSON-2 of Odoo 19', {}],
    ['JSON-RPC of older ones', { ODOO_LOGIN: 'bot' }],
  ] as const)('brings work orders in and forecast ends back, over %s', async (_, more) => {
    const source = await setUp()
    expect((await run('orders', more)).stdout).toBe('3 work orders sent\n')
    await doRounds(server)
    expect(await outcomeOf(planner, source.sourceId)).toBe('applied')
    const projects: Project[] = must(await planner.get('/projects')).body
    expect(projects).toMatchObject([
      {
        projectNumber: 'WH/MO/00007',
        projectName: 'Pump 7',
        plannedShipDate: '2026-12-04T16:00:00.000Z',
        operationCount: 2,
        hoursPlanned: 3,
      },
      { projectNumber: 'WH/MO/00008', plannedShipDate: null, operationCount: 1 },
    ])

    await planEverything(planner, await server.contextOf(tenant.planner))
    expect((await run('dates', more)).stdout).toBe('2 of 2 dates changed\n')
    const dayOf = (iso: string | null) =>
      iso && new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(Date.parse(iso) - 1)
    const after: Project[] = must(await planner.get('/projects')).body
    const wanted = new Map(after.map((project) => [project.projectNumber, dayOf(project.forecastCompletionDate)]))
    const [first, second, ...others] = models['mrp.production'] ?? []
    expect(first?.x_forecast_end).toMatch(/^2026-11-/)
    expect([first?.x_forecast_end, second?.x_forecast_end]).toEqual([
      wanted.get('WH/MO/00007'),
      wanted.get('WH/MO/00008'),
    ])
    expect(others.map(({ x_forecast_end: date }) => date)).toEqual([false, false])
    // What has not changed is not written again.
    expect((await run('dates', more)).stdout).toBe('0 of 2 dates changed\n')
  })

  it('ends with a sentence when it is refused or something is missing', async () => {
    await setUp()
    const problemOf = (task: string, more: Record<string, string>) =>
      run(task, more).then(
        () => 'no problem',
        ({ code, stderr }: { code: number; stderr: string }) => `${code}: ${stderr}`,
      )
    expect(await problemOf('orders', { ODOO_KEY: 'other' })).toMatch(
      /^1: 127\.0\.0\.1:\d+ answered 401: .*Invalid apikey/,
    )
    expect(await problemOf('orders', { ODOO_LOGIN: 'nobody' })).toBe('1: Odoo refused the login or the key\n')
    expect(await problemOf('orders', { SCHEDULER_TOKEN: 'sch_other' })).toMatch(/^1: .* answered 401/)
    expect(await problemOf('orders', { SCHEDULER_SOURCE: '' })).toBe('1: SCHEDULER_SOURCE is not set\n')
    expect(await problemOf('dates', { ODOO_DATE_FIELD: '', SCHEDULER_EXPORT: '' })).toBe(
      '1: SCHEDULER_EXPORT is not set\n',
    )
    expect(await problemOf('other', {})).toMatch(/^1: Say what to do/)
    for (const order of models['mrp.production'] ?? []) order.state = 'done'
    expect(await problemOf('orders', {})).toBe('1: Odoo has no open work orders, so nothing was sent\n')
  })
})

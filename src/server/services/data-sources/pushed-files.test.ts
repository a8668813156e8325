import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type DataSource, mostWaitingFiles } from '#contract/data-sources.ts'
import { sourceInput } from '#testing/builders/build-data-source.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { TestAnswer } from '#testing/call-as.ts'
import { withApiToken } from '#testing/role-matrix/actors.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import type { TenantContext } from '../../context.ts'
import { dataSources, sourceFiles } from '../../db/tables/data-sources.table.ts'

let server: TestServer
let tenant: TestTenant
let ctx: TenantContext
beforeAll(async () => {
  server = await startServer({ EXCHANGE_ALLOWED_HOSTS: 'erp.example.com' })
})
beforeEach(async () => {
  tenant = await server.newTenant({ timeZone: 'Europe/Berlin' })
  ctx = await server.contextOf(tenant.planner)
})
afterAll(() => server.close())

const made = async (): Promise<DataSource> => {
  const { status, body, text } = await server.as(tenant.planner).post('/sources', sourceInput())
  expect(status, text).toBe(201)
  return body
}
const change = (sourceId: string, body: object): Promise<TestAnswer> =>
  server.as(tenant.planner).patch(`/sources/${sourceId}`, body)
const stored = async (sourceId: string) => {
  const [row] = await server.services.db.withTenant(ctx, (tx) =>
    tx
      .select()
      .from(dataSources)
      .where(and(eq(dataSources.tenantId, ctx.tenantId), eq(dataSources.sourceId, sourceId))),
  )
  return row
}
const push = (
  sourceId: string,
  bytes: Uint8Array | string,
  { query = '', headers = {} as Record<string, string> } = {},
) =>
  server.app.inject({
    method: 'PUT',
    url: `/api/sources/${sourceId}/file${query}`,
    headers: {
      cookie: `__Host-sid=${tenant.planner.sessionSecret}`,
      origin: 'http://localhost:3001',
      host: 'localhost:3001',
      'x-requested-with': 'test',
      ...headers,
    },
    payload: Buffer.from(bytes),
  })

describe('a pushed file', () => {
  it('is taken as it is, whatever its media type, with a session or with a token for planning', async () => {
    const { sourceId } = await made()
    const bytes = Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 0x00, 0xff, 0xfe])
    const answers = [
      await push(sourceId, bytes, { query: '?name=orders.xlsx', headers: { 'content-type': 'application/json' } }),
      await push(sourceId, bytes, { headers: { 'content-type': 'text/csv; charset=latin1' } }),
      await push(sourceId, bytes, { headers: { 'content-disposition': 'attachment; filename="C:\\out\\a b.csv"' } }),
      await push(sourceId, bytes, { headers: { 'content-disposition': "attachment; filename*=UTF-8''%C3%A4.csv" } }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202, 202])
    const rows = await server.services.db.withTenant(ctx, (tx) =>
      tx.select().from(sourceFiles).orderBy(sourceFiles.runId),
    )
    expect(rows.map(({ runId }) => runId)).toEqual(answers.map((one) => one.json<{ runId: string }>().runId))
    expect(rows.map(({ fileName }) => fileName)).toEqual(['orders.xlsx', 'pushed file', 'a b.csv', 'ä.csv'])
    for (const { file } of rows) expect([...file]).toEqual([...bytes])
    expect((await stored(sourceId))?.nextRunAt).toEqual(server.clock.now())

    const token = async (scope: 'read' | 'plan') =>
      withApiToken(server.services, tenant.planner, { tenantId: tenant.tenantId, scope })
    const send = async (scope: 'read' | 'plan') =>
      (await server.as(await token(scope)).put(`/sources/${sourceId}/file`, 'a,b\n', { 'content-type': undefined }))
        .status
    expect([await send('plan'), await send('read')]).toEqual([202, 403])
  })

  it('is the file itself: a form is refused, and a file that curl calls a form is taken', async () => {
    const { sourceId } = await made()
    const as = async (type: string, body: string | Uint8Array) => {
      const answer = await push(sourceId, body, { headers: { 'content-type': type } })
      return [answer.statusCode, answer.json<{ error?: string }>().error]
    }
    const how = 'Send the file itself as the body of the request, for example with "curl -T orders.csv".'
    const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b\n\r\n--x--\r\n'
    const inForm = [415, `This is a form with a file in it. ${how}`]
    expect(await as('multipart/form-data; boundary=x', part)).toEqual(inForm)
    expect(await as('Multipart/Form-Data;boundary=x', part)).toEqual(inForm)
    const asForm = 'application/x-www-form-urlencoded'
    const noFile = [415, `This is a form, or a file without its line breaks. ${how}`]
    expect(await as(asForm, 'file=a%2Cb%0A1%2C2%0A&name=orders')).toEqual(noFile)
    expect(await as(`${asForm}; charset=utf-8`, 'Project number,Operation1042,Cut')).toEqual(noFile)
    const zip = Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 0x14, 0x00])
    for (const file of ['a,b\n1,2\n', 'a,b\r1,2', zip, ' [{"a":1}]', '\ufeff{"rows":[]}', '<Project/>']) {
      expect(await as(asForm, file)).toEqual([202, undefined])
    }
  })

  it('is refused when it is empty, larger than 5 MB, or one too many', async () => {
    const { sourceId } = await made()
    const empty = await push(sourceId, '')
    const foreign = await push(sourceId, 'a,b\n', { headers: { origin: 'https://evil.example' } })
    expect([
      foreign.statusCode,
      (await push(sourceId, 'a,b\n', { headers: { 'x-requested-with': '' } })).statusCode,
    ]).toEqual([403, 403])
    expect([empty.statusCode, empty.json<{ error: string }>().error]).toEqual([
      400,
      'The file is empty. Send it as the body of the request.',
    ])
    const large = await push(sourceId, Buffer.alloc(5 * 1024 * 1024 + 1))
    expect([large.statusCode, large.json<{ error: string }>().error]).toEqual([413, 'The request is larger than 5 MB.'])
    expect((await push(sourceId, Buffer.alloc(5 * 1024 * 1024))).statusCode).toBe(202)
    for (let count = 2; count < mostWaitingFiles; count += 1)
      expect((await push(sourceId, 'a,b\n')).statusCode).toBe(202)
    // Of two that come at the same time, the second is one too many.
    const last = await Promise.all([push(sourceId, 'a,b\n'), push(sourceId, 'a,b\n')])
    expect(last.filter(({ statusCode }) => statusCode === 202)).toHaveLength(1)
    const refused = last.find(({ statusCode }) => statusCode !== 202)
    expect([refused?.statusCode, refused?.json<{ error: string }>().error]).toEqual([
      409,
      '20 files of this data source wait already. Send it again later.',
    ])
  })

  it('waits while its source is paused, and is dropped when the source no longer takes it', async () => {
    const { sourceId } = await made()
    await change(sourceId, { isPaused: true })
    expect((await push(sourceId, 'a,b\n')).statusCode).toBe(202)
    expect((await stored(sourceId))?.nextRunAt).toBeNull()
    expect((await change(sourceId, { isPaused: false })).body.nextRunAt).toBe(server.clock.now().toISOString())
    await change(sourceId, {
      origin: { kind: 'address', url: 'https://erp.example.com/orders.csv', signIn: { kind: 'none' } },
      schedule: { kind: 'hourly', minute: 30 },
    })
    const rows = await server.services.db.withTenant(ctx, (tx) => tx.select().from(sourceFiles))
    expect(rows).toEqual([])
    expect((await push(sourceId, 'a,b\n')).statusCode).toBe(409)
  })

  it('is asked for at once only if one waits', async () => {
    const { sourceId } = await made()
    const run = () => server.as(tenant.planner).post(`/sources/${sourceId}/run`, {})
    expect((await run()).status).toBe(409)
    await push(sourceId, 'a,b\n')
    expect((await run()).status).toBe(202)
    await server.services.db.withTenant(ctx, (tx) =>
      tx
        .update(dataSources)
        .set({ claimedUntil: new Date(server.clock.now().getTime() + 1) })
        .where(eq(dataSources.sourceId, sourceId)),
    )
    expect(await run()).toMatchObject({ status: 409, body: { error: 'This data source is running.' } })
  })
})

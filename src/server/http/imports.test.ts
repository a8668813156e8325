import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ImportTable } from '#contract/imports.ts'
import type { CallAs } from '#testing/call-as.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'

let server: TestServer
let admin: CallAs
let planner: CallAs

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  const tenant = await server.newTenant()
  admin = server.as(tenant.admin)
  planner = server.as(tenant.planner)
})

const tableOf = async (text: string): Promise<ImportTable> => {
  const { body, status } = await admin.post('/imports/read', { text })
  expect(status).toBe(200)
  const { format, notes, ...table } = body
  return table
}

describe('an import over HTTP', () => {
  it('is read, checked, stored, found in history and undone', async () => {
    const table = await tableOf('Job,Ship date,Op,Task name,Hours\n77,12/24/2026,10,Cut,4\n77,,20,Weld,2')
    const checked = await admin.post('/imports/preview', table)
    expect(checked.body).toMatchObject({ actions: 'cc', problems: [] })
    const { status, body } = await admin.post('/imports', { ...table, seen: checked.body.seen, leavesOutFailed: false })
    expect([status, body.operations]).toEqual([200, { create: 2, update: 0 }])
    const { body: changes } = await admin.get('/changes')
    expect(changes[0]).toMatchObject({ source: 'import', canUndo: true })
    const undone = await admin.post(`/changes/${changes[0].changeId}/undo`, {})
    expect(undone.body).toMatchObject({ restored: 3, left: [] })
    expect((await admin.get('/projects')).body).toEqual([])
  })

  it('remembers the meaning of columns for the whole organization', async () => {
    const table = await tableOf('Job,Gizmo,Widget\n77,Cut,4')
    const columns = ['projectNumber', 'operationName', 'durationHours']
    const { body } = await admin.post('/imports/preview', { ...table, columns })
    await admin.post('/imports', { ...table, columns, seen: body.seen, leavesOutFailed: false })
    expect((await planner.post('/imports/read', { text: 'Job,Gizmo,Widget\n78,Cut,4' })).body.columns).toEqual(columns)
  })

  it('says why a file cannot be read', async () => {
    const base64 = Buffer.from('<!DOCTYPE x><Project/>').toString('base64')
    const { status, body } = await admin.post('/imports/read', { fileName: 'plan.xml', base64 })
    expect([status, body.error]).toEqual([400, 'XML files with a DOCTYPE are not read.'])
  })
})

describe('how a source is read', () => {
  it('is reported with the alternatives for the encoding, the header and the sheet', async () => {
    const base64 = Buffer.from('Plan\nAuftrag;Arbeitsgang\n1;Fr\xe4sen', 'latin1').toString('base64')
    const read = async (choice: object) =>
      (await admin.post('/imports/read', { fileName: 'a.csv', base64, ...choice })).body
    expect(await read({})).toMatchObject({
      rows: [['1', 'Fräsen']],
      reading: {
        encoding: 'windows-1252',
        sheets: [],
        sheet: null,
        headerRow: 1,
        headerRows: 1,
        firstRows: [
          ['Plan', ''],
          ['Auftrag', 'Arbeitsgang'],
          ['1', 'Fräsen'],
        ],
      },
    })
    expect(await read({ encoding: 'windows-1251' })).toMatchObject({ rows: [['1', 'Frдsen']] })
    expect(await read({ headerRow: null })).toMatchObject({ header: ['Column 1', 'Column 2'], rows: { length: 3 } })
    expect((await admin.post('/imports/read', { fileName: 'a.csv', base64, encoding: 'klingon' })).status).toBe(400)
  })

  it('has no encoding for pasted cells', async () => {
    expect((await admin.post('/imports/read', { text: 'Job\tTask\n1\tFräsen' })).body.reading).toMatchObject({
      encoding: null,
    })
  })
})

describe('an exported file', () => {
  it("is named after the current day in the organization's time zone", async () => {
    const far = await server.newTenant({ timeZone: 'Pacific/Honolulu' })
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Honolulu' }).format(server.clock.now())
    for (const [method, path, body] of [
      ['post', '/exports/projects', { projectIds: [], format: 'csv' }],
      ['get', '/history/export', undefined],
    ] as const) {
      const { headers } = await server.as(far.admin)[method](path, body as never)
      expect(headers['content-disposition']).toContain(`-${day}.csv`)
    }
  })
})

describe('the limits of an import', () => {
  it('are 5 MB for a file, and 1 MiB as usual for every other call', async () => {
    const fitting = Buffer.from(`a,b\n${'1,2\n'.repeat(19_000)}`.padEnd(5_000_000, ' ')).toString('base64')
    expect((await admin.post('/imports/read', { fileName: 'a.csv', base64: fitting })).status).not.toBe(413)
    expect((await admin.post('/imports/read', { text: 'x'.repeat(8_000_000) })).status).toBe(413)
    expect((await admin.post('/projects', { description: 'x'.repeat(1_100_000) })).status).toBe(413)
    expect((await server.as(null).post('/imports/read', { text: 'x'.repeat(8_000_000) })).status).toBe(401)
  })

  it('are 20,000 rows, 100 columns and 10,000 characters', async () => {
    const table = { header: ['Project'], rows: [['1']], columns: ['projectNumber'], dateOrder: 'auto', chained: true }
    const check = async (more: object) => (await admin.post('/imports/preview', { ...table, ...more })).status
    expect(await check({})).toBe(200)
    expect(await check({ rows: Array.from({ length: 20_001 }, () => ['1']) })).toBe(400)
    expect(await check({ rows: [Array.from({ length: 101 }, () => '1')] })).toBe(400)
    expect(await check({ rows: [['x'.repeat(10_001)]] })).toBe(400)
    expect(await check({ columns: ['projectNumber', 'projectNumber'] })).toBe(400)
  })

  it('refuse an import that was not previewed', async () => {
    const table = await tableOf('Job,Task name\n77,Cut')
    const { status, body } = await admin.post('/imports', { ...table, seen: 'nothing', leavesOutFailed: false })
    expect([status, body.code]).toEqual([409, 'conflict'])
    expect((await admin.get('/projects')).body).toEqual([])
  })
})

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { minuteMs } from '#domain/time/units.ts'
import { readTableFile } from '#server/files/read-table-file.ts'
import { writeXlsx } from '#server/files/write-xlsx.ts'
import type { TestTenant } from '../builders/build-tenant.ts'
import type { CallAs } from '../call-as.ts'
import { startServer, type TestServer } from '../server-harness.ts'
import { buildCenters, copied, doRounds, must, outcomeOf, planEverything, setUpSource } from './recipe.ts'

let share: string
let server: TestServer
let tenant: TestTenant
let planner: CallAs

beforeAll(async () => {
  share = await mkdtemp(join(tmpdir(), 'share-'))
  server = await startServer({ EXCHANGE_FOLDER: share })
  tenant = await server.newTenant({ timeZone: 'America/Chicago' })
  planner = server.as(tenant.planner)
  await mkdir(join(share, tenant.tenantId))
  await buildCenters(server, tenant, ['Saw', 'Welding'])
})
afterAll(async () => {
  await server.close()
  await rm(share, { recursive: true, force: true })
})

const save = async (rows: readonly (readonly string[])[]): Promise<void> => {
  const header = ['Job', 'Op ID', 'Operation', 'Machine', 'Hours', 'Due']
  const bytes = await writeXlsx({ header, kinds: ['text', 'text', 'text', 'text', 'number', 'date'], rows })
  await writeFile(join(share, tenant.tenantId, 'orders.xlsx'), bytes)
}

/** A file has arrived when it is the same at two looks, a minute apart. */
const lookTwice = async (): Promise<void> => {
  for (let look = 1; look <= 2; look += 1) {
    server.clock.advance(minuteMs)
    await doRounds(server)
  }
}

it('the recipe for a spreadsheet brings its rows in when it is saved, and the dates into the folder out', async () => {
  const list = [
    ['77', 'a1', 'Cut', 'Saw', '4', '2026-12-04'],
    ['77', 'a2', 'Weld', 'Welding', '6', '2026-12-04'],
  ]
  await save(list)
  const origin = { kind: 'folder', pattern: 'orders*.*' } as const
  const { table } = must(await planner.post('/sources/read', { origin })).body
  const source = await setUpSource(planner, 'Orders', table, { origin, schedule: { kind: 'arrival' } })
  await lookTwice()
  expect(await outcomeOf(planner, source.sourceId)).toBe('applied')
  await save([...list, ['78', 'b1', 'Cut', 'Saw', '2', '2026-12-11']])
  await lookTwice()
  const projects = must(await planner.get('/projects')).body
  expect(projects.map(({ projectNumber }: { projectNumber: string }) => projectNumber)).toEqual(['77', '78'])

  await planEverything(planner, await server.contextOf(tenant.planner))
  const { exportId } = must(
    await planner.post('/scheduled-exports', {
      name: 'Dates',
      target: { kind: 'folder', fileName: 'dates.xlsx' },
      datesOf: 'operations',
      format: 'xlsx',
      importedOnly: true,
      schedule: { kind: 'daily', at: '05:30', weekdays: [1, 2, 3, 4, 5] },
    }),
  ).body
  must(await planner.post(`/scheduled-exports/${exportId}/send`))
  await doRounds(server)
  const file = await readFile(join(share, tenant.tenantId, 'out', 'dates.xlsx'))
  const { header, rows } = await readTableFile(file)
  // The formula of the recipe looks up the id in the second column, and takes the tenth.
  expect(copied('A spreadsheet on a share').at(-1)).toContain('!$B:$B, [dates.xlsx]Sheet1!$J:$J')
  expect([header[1], header[9]]).toEqual(['Operation ID', 'Forecast end'])
  expect(rows.map((cells) => cells[1])).toEqual(['a1', 'a2', 'b1'])
  for (const cells of rows) expect(cells[9]).toMatch(/^2026-11-\d\d/)
})

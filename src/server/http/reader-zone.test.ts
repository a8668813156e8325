import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { CallAs } from '#testing/call-as.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'

let server: TestServer
/** The shop is in Chicago. One reader has chosen no zone, the other one UTC. */
let chicago: CallAs
let utc: CallAs
let operationId: string
let projectId: string

beforeAll(async () => {
  server = await startServer()
  // Friday, 7:18 PM in Chicago; Saturday in UTC.
  server.clock.set('2026-11-28T01:18:00Z')
  const tenant = await server.newTenant({ timeZone: 'America/Chicago' })
  chicago = server.as(tenant.admin)
  utc = server.as(tenant.planner)
  await utc.put('/users/me/preferences', { timezone: 'UTC' })
  const ctx = await server.contextOf(tenant.admin)
  // 23:30 on the last of fourteen days in Chicago, and the next day in UTC.
  projectId = (await buildProject(ctx, { projectName: 'Crane', plannedShipDate: '2026-12-12T05:30:00Z' })).projectId
  const operation = await buildOperation(ctx, projectId, {
    name: 'Weld',
    durationHours: 1,
    scheduledStartDate: '2026-11-28T02:00:00Z',
    scheduledEndDate: '2026-11-28T03:00:00Z',
  })
  operationId = operation.operationId
})
afterAll(() => server.close())

/** What the two readers get for the same call, the one in Chicago first and once more: an answer may be kept in between. */
const both = async (path: string, of: (body: never) => unknown) => {
  const seen: unknown[] = []
  for (const reader of [chicago, utc, chicago]) {
    const answer = await reader.get(path)
    expect(answer.status, answer.text).toBe(200)
    seen.push(of(answer.body as never))
  }
  return seen
}

describe('days that a reader names, and today', () => {
  it('of a list of operations are those of the zone in which the reader sees dates', async () => {
    const count = ({ rows }: { rows: unknown[] }) => rows.length
    expect(await both('/operations?fromDate=2026-11-27&toDate=2026-11-27', count)).toEqual([1, 0, 1])
    expect(await both('/operations?fromDate=2026-11-28&toDate=2026-11-28', count)).toEqual([0, 1, 0])
  })

  it('of the dashboard are those of the zone in which the reader sees dates', async () => {
    const soon = ({ figures }: { figures: { shipsSoon: number } }) => figures.shipsSoon
    server.clock.set('2026-11-27T23:18:00Z')
    expect(await both('/dashboard', soon)).toEqual([1, 0, 1])
    server.clock.set('2026-11-28T01:18:00Z')
  })

  it('of the history are those of the zone in which the reader sees dates', async () => {
    const count = ({ entries }: { entries: unknown[] }) => entries.length
    expect(await both('/history?fromDate=2026-11-27&toDate=2026-11-27&entity=operation', count)).toEqual([1, 0, 1])
  })

  it('end a snooze when they begin in the zone of the reader', async () => {
    const target = { operations: [{ operationId }] }
    const until = async (reader: CallAs) =>
      (await reader.post('/operations/snoozes', { target, untilDate: '2026-12-01', reason: 'Parts' })).body[0].until
    expect(await until(chicago)).toBe('2026-12-01T06:00:00.000Z')
    expect(await until(utc)).toBe('2026-12-01T00:00:00.000Z')
  })

  it('name the file of an export', async () => {
    const nameOf = async (reader: CallAs, path: string) => (await reader.get(path)).headers['content-disposition']
    expect(await nameOf(chicago, '/operations/export')).toBe('attachment; filename="operations-2026-11-27.csv"')
    expect(await nameOf(utc, '/operations/export')).toBe('attachment; filename="operations-2026-11-28.csv"')
  })
})

it('the times of an exported list of operations are those of the organization, as an import reads them', async () => {
  for (const reader of [chicago, utc]) {
    const { text } = await reader.get('/operations/export')
    expect(text).toContain('2026-11-27 20:00')
    expect(text).toContain('2026-12-11')
    expect(text).not.toMatch(/\d{4}-\d{2}-\d{2}T/)
  }
})

describe('an actual ship date', () => {
  const ship = (actualShipDate: string) =>
    chicago.patch(`/projects/${projectId}`, { currentPhase: 'complete', actualShipDate })

  it.each([
    ['08:00 of today in UTC, where it is Saturday', '2026-11-28T08:00:00Z'],
    ['08:00 of today on Kiritimati', '2026-11-27T18:00:00Z'],
    ['the end of today on Baker Island', '2026-11-28T11:59:00Z'],
  ])('is accepted: %s', async (_, at) => expect((await ship(at)).status).toBe(200))

  it('is refused once no place on earth calls it today', async () => {
    const answer = await ship('2026-11-29T02:00:00Z')
    expect([answer.status, answer.body.error]).toEqual([422, 'The actual ship date cannot be later than today.'])
  })
})

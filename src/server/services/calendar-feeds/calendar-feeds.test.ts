import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { apiTokenPrefix } from '#contract/api-tokens.ts'
import { calendarFeedLimits } from '#contract/calendar-feeds.ts'
import { dayMs } from '#domain/time/units.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import type { TenantContext } from '../../context.ts'
import { calendarFeeds } from '../../db/tables/calendar-feeds.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { secretHash } from '../credentials/secrets.ts'
import { sweepExpired } from '../sessions/sessions.ts'

let server: TestServer
let tenant: TestTenant
let ctx: TenantContext
let planner: Actor
beforeAll(async () => {
  server = await startServer()
})
beforeEach(async () => {
  tenant = await server.newTenant()
  ctx = await server.contextOf(tenant.admin)
  planner = tenant.planner
})
afterAll(() => server.close())

/** A project with one operation at a work center, tomorrow from 14:00 to 18:00 UTC. */
const plannedWork = async () => {
  const category = await buildCategory(ctx)
  const project = await buildProject(ctx, { projectName: 'Pump skid' })
  const [scheduledStartDate, scheduledEndDate] = ['2026-11-19T14:00:00.000Z', '2026-11-19T18:00:00.000Z']
  const operation = await buildOperation(ctx, project.projectId, {
    name: 'Weld, frame',
    durationHours: 4,
    scheduledStartDate,
    scheduledEndDate,
    categoryId: category.categoryId,
  })
  return { category, project, operation }
}

const madeFeed = async (body: object, actor = planner): Promise<{ feedId: string; linkToken: string }> => {
  const answer = await server.as(actor).post('/calendar-feeds', body)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

/** Reads a calendar as a calendar program: without a cookie, an origin or headers of ours. */
const read = (token: string, headers: Record<string, string> = {}, remoteAddress = '192.0.2.7') =>
  server.app.inject({ method: 'GET', url: `/api/calendar/${token}.ics`, headers, remoteAddress })

/** The answer to a token that gives nothing, without its request id. */
const refusal = async (token: string) => {
  const { statusCode, json } = await read(token)
  return { statusCode, ...json<object>(), requestId: null }
}
const notFound = { statusCode: 404, error: 'Not found.', code: 'not_found', requestId: null }

describe('a calendar feed', () => {
  it('shows the scheduled open operations of a work center or a project, without a session', async () => {
    const { category, project, operation } = await plannedWork()
    const later = await buildOperation(ctx, project.projectId, { name: 'Not scheduled' })
    for (const body of [{ categoryId: category.categoryId }, { projectId: project.projectId }]) {
      const { linkToken } = await madeFeed(body)
      const { statusCode, headers, body: ics } = await read(linkToken)
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
      expect(ics.replaceAll('\r\n ', '').split('\r\n')).toEqual(
        expect.arrayContaining([
          `UID:${operation.operationId}@${tenant.tenantId}`,
          'DTSTART:20261119T140000Z',
          'DTEND:20261119T180000Z',
          `SUMMARY:#${project.projectNumber} Pump skid: Weld\\, frame`,
          `LOCATION:${category.name}`,
          'DESCRIPTION:Status: Pending\\nProgress: 0%',
          `SEQUENCE:${operation.version}`,
        ]),
      )
      expect(ics.match(/BEGIN:VEVENT/g)).toHaveLength(1)
      expect(ics).not.toContain(later.operationId)
    }
  })

  it('shows the operations that need one of a pool', async () => {
    const pool = await buildCategory(ctx, { kind: 'pool' })
    const { project, operation } = await plannedWork()
    const path = `/project-operations/projects/${project.projectId}/operations/${operation.operationId}`
    expect((await server.as(planner).put(path, { poolId: pool.categoryId })).status).toBe(200)
    const { linkToken } = await madeFeed({ categoryId: pool.categoryId })
    expect((await read(linkToken)).body).toContain(operation.operationId)
  })

  it('leaves out completed work, work of projects that are not scheduled, and work of more than four weeks ago', async () => {
    const { project, operation } = await plannedWork()
    const { linkToken } = await madeFeed({ projectId: project.projectId })
    const path = `/project-operations/projects/${project.projectId}/operations/${operation.operationId}`
    const isShown = async () => (await read(linkToken)).body.includes(operation.operationId)
    const change = async (where: string, fields: object) =>
      expect((await server.as(planner).put(where, fields)).status).toBe(200)
    expect(await isShown()).toBe(true)
    await change(path, { progressPercentage: 100 })
    expect(await isShown()).toBe(false)
    await change(path, { progressPercentage: 10 })
    expect(await isShown()).toBe(true)
    await change(`/projects/${project.projectId}`, { currentPhase: 'on_hold' })
    expect(await isShown()).toBe(false)
    await change(`/projects/${project.projectId}`, { currentPhase: 'production' })
    const weeks = calendarFeedLimits.daysBack * dayMs
    server.clock.set(new Date(Date.parse('2026-11-19T18:00:00Z') + weeks))
    expect(await isShown()).toBe(true)
    server.clock.advance(60_000)
    expect(await isShown()).toBe(false)
    server.clock.set('2026-11-18T09:00:00Z')
  })

  it('is not sent again until the plan changes', async () => {
    const { project, operation } = await plannedWork()
    const { linkToken } = await madeFeed({ projectId: project.projectId })
    const first = await read(linkToken)
    const etag = String(first.headers.etag)
    server.clock.advance(60_000)
    const again = await read(linkToken, { 'if-none-match': `"other", ${etag}` })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    expect((await read(linkToken, { 'if-none-match': etag.replace('W/', '') })).statusCode).toBe(304)
    const path = `/project-operations/projects/${project.projectId}/operations/${operation.operationId}`
    await server.as(planner).put(path, { name: 'Weld base' })
    const changed = await read(linkToken, { 'if-none-match': etag })
    expect([changed.statusCode, changed.headers.etag === etag]).toEqual([200, false])
    expect(changed.body).toContain('Weld base')
  })

  it('is stored as a hash, and its token appears in no log', async () => {
    const { project } = await plannedWork()
    const { feedId, linkToken } = await madeFeed({ projectId: project.projectId })
    const stored = await server.services.db.withSystem((tx) =>
      tx.execute(sql`select f::text as row from calendar_feeds f where feed_id = ${feedId}`),
    )
    expect(String(stored.rows[0]?.row)).toContain(secretHash(linkToken))
    expect(JSON.stringify(stored.rows)).not.toContain(linkToken)
    await read(linkToken)
    await read(`${linkToken.slice(0, 40)}xyz`)
    expect(server.logs.filter((line) => line.includes('/api/calendar/:token.ics')).length).toBeGreaterThan(1)
    expect(server.logs.filter((line) => line.includes(linkToken.slice(0, 40)))).toEqual([])
    const list = await server.as(planner).get('/calendar-feeds')
    expect(list.body).toHaveLength(1)
    expect(list.text).not.toContain(linkToken)
  })

  it('has a token that is shown once, also when the request is repeated under its key', async () => {
    const { project } = await plannedWork()
    const ask = () =>
      server.as(planner).post('/calendar-feeds', { projectId: project.projectId }, { 'Idempotency-Key': 'feed-1' })
    const [first, second] = [await ask(), await ask()]
    expect(first.body.linkToken).toMatch(/^[\w-]{43}$/)
    expect(second.body).toEqual({ ...first.body, linkToken: null })
    expect((await server.as(planner).get('/calendar-feeds')).body).toHaveLength(1)
  })

  it('says when it was last read, and ends when nobody reads it for 180 days', async () => {
    const { project } = await plannedWork()
    const [used, unused] = [
      await madeFeed({ projectId: project.projectId }),
      await madeFeed({ projectId: project.projectId }),
    ]
    server.clock.advance((calendarFeedLimits.unusedDays - 1) * dayMs)
    expect((await read(used.linkToken)).statusCode).toBe(200)
    const [row] = await server.services.db.withSystem((tx) =>
      tx.select().from(calendarFeeds).where(eq(calendarFeeds.feedId, used.feedId)),
    )
    expect(row?.lastReadAt).toEqual(server.clock.now())
    server.clock.advance(dayMs)
    expect((await read(used.linkToken)).statusCode).toBe(200)
    expect(await refusal(unused.linkToken)).toEqual(notFound)
    server.clock.advance(1)
    await sweepExpired(server.services)
    const left = await server.services.db.withSystem((tx) => tx.select().from(calendarFeeds))
    expect(left.map(({ feedId }) => feedId)).toContain(used.feedId)
    expect(left.map(({ feedId }) => feedId)).not.toContain(unused.feedId)
    server.clock.set('2026-11-18T09:00:00Z')
  })
})

describe('a calendar feed ends', () => {
  it('when its owner revokes it, which nobody else can', async () => {
    const { project } = await plannedWork()
    const { feedId, linkToken } = await madeFeed({ projectId: project.projectId })
    expect((await server.as(tenant.admin).delete(`/calendar-feeds/${feedId}`)).status).toBe(404)
    expect((await server.as(tenant.admin).get('/calendar-feeds')).body).toEqual([])
    expect((await read(linkToken)).statusCode).toBe(200)
    expect((await server.as(planner).delete(`/calendar-feeds/${feedId}`)).status).toBe(204)
    expect(await refusal(linkToken)).toEqual(notFound)
    expect((await server.as(planner).delete(`/calendar-feeds/${feedId}`)).status).toBe(404)
  })

  it('with the membership of its owner, and does not return with a new one', async () => {
    const { project } = await plannedWork()
    const other = await server.newTenant()
    const member = await server.newUser({
      memberOf: [{ tenantId: tenant.tenantId }, { tenantId: other.tenantId }],
      worksIn: tenant.tenantId,
    })
    const { linkToken } = await madeFeed({ projectId: project.projectId }, member)
    expect((await server.as(tenant.admin).delete(`/users/${member.userId}`)).status).toBe(204)
    expect(await refusal(linkToken)).toEqual(notFound)
    await server.services.db.withSystem((tx) =>
      tx.execute(sql`insert into memberships (tenant_id, user_id) values (${tenant.tenantId}, ${member.userId})`),
    )
    expect(await refusal(linkToken)).toEqual(notFound)
  })

  it('while its owner is disabled, in the organization or everywhere', async () => {
    const { project } = await plannedWork()
    const { linkToken } = await madeFeed({ projectId: project.projectId })
    const set = (status: string) => server.as(tenant.admin).put(`/users/${planner.userId}`, { status })
    expect((await set('Disabled')).status).toBe(200)
    expect(await refusal(linkToken)).toEqual(notFound)
    expect((await set('Active')).status).toBe(200)
    expect((await read(linkToken)).statusCode).toBe(200)
    await server.services.db.withSystem((tx) =>
      tx.update(users).set({ status: 'Disabled' }).where(eq(users.userId, planner.userId)),
    )
    expect(await refusal(linkToken)).toEqual(notFound)
  })

  it('with its organization', async () => {
    const { project } = await plannedWork()
    const { linkToken } = await madeFeed({ projectId: project.projectId })
    const root = await server.newUser({ isSuperAdmin: true })
    const path = `/tenants/${tenant.tenantId}`
    expect((await server.as(root).put(path, { status: 'Archived' })).status).toBe(200)
    expect(await refusal(linkToken)).toEqual(notFound)
    expect((await server.as(root).put(path, { status: 'Active' })).status).toBe(200)
    expect((await read(linkToken)).statusCode).toBe(200)
    expect((await server.as(root).call('DELETE', path, { confirmName: tenant.name })).status).toBe(204)
    expect(await refusal(linkToken)).toEqual(notFound)
  })

  it('with what it shows, and goes on when that deletion is undone', async () => {
    const { project } = await plannedWork()
    const { linkToken } = await madeFeed({ projectId: project.projectId })
    expect((await server.as(tenant.admin).delete(`/projects/${project.projectId}`)).status).toBe(204)
    expect(await refusal(linkToken)).toEqual(notFound)
    expect((await server.as(planner).get('/calendar-feeds')).body[0]).toMatchObject({ name: null })
    expect((await server.as(tenant.admin).post('/changes/undo-last', {})).status).toBe(200)
    expect((await read(linkToken)).statusCode).toBe(200)
  })
})

describe('calendar feeds are isolated', () => {
  it('from other organizations: no feed can be made of their work, and the answer says nothing about it', async () => {
    const { category, project } = await plannedWork()
    const stranger = await server.newTenant()
    for (const [field, id] of [
      ['categoryId', category.categoryId],
      ['projectId', project.projectId],
    ] as const) {
      const ask = async (asked: string) => {
        const { status, text } = await server.as(stranger.admin).post('/calendar-feeds', { [field]: asked })
        return { status, text: text.replace(/"requestId":"[^"]*"/, '') }
      }
      const answer = await ask(id)
      expect(answer.status).toBe(400)
      expect(answer).toEqual(await ask('5b1d5b1d-0000-4000-8000-000000000000'))
    }
    expect((await server.as(stranger.admin).get('/calendar-feeds')).body).toEqual([])
  })

  it('show only their own organization when another has an operation with the same id', async () => {
    const { operation } = await plannedWork()
    const stranger = await server.newTenant()
    const theirs = await buildProject(await server.contextOf(stranger.admin), { projectName: 'Foreign' })
    const path = `/project-operations/projects/${theirs.projectId}/operations/${operation.operationId}`
    const [scheduledStartDate, scheduledEndDate] = ['2026-11-20T14:00:00.000Z', '2026-11-20T18:00:00.000Z']
    const body = { name: 'Theirs', durationHours: 4, scheduledStartDate, scheduledEndDate }
    expect((await server.as(stranger.admin).post(path, body)).status).toBe(200)
    const { linkToken } = await madeFeed({ projectId: theirs.projectId }, stranger.planner)
    const ics = (await read(linkToken)).body
    expect(ics).toContain('Theirs')
    expect(ics).not.toMatch(/Pump skid|Weld/)
  })

  it('refuse a request that names both or neither, and a fifty-first feed', async () => {
    const { category, project } = await plannedWork()
    const both = { categoryId: category.categoryId, projectId: project.projectId }
    for (const body of [{}, both]) expect((await server.as(planner).post('/calendar-feeds', body)).status).toBe(400)
    for (let count = 0; count < calendarFeedLimits.perPerson; count += 1)
      await madeFeed({ projectId: project.projectId })
    expect((await server.as(planner).post('/calendar-feeds', { projectId: project.projectId })).status).toBe(422)
    await madeFeed({ projectId: project.projectId }, tenant.admin)
  })
})

describe('unknown tokens', () => {
  it('are limited per address, without any effect on known feeds, API tokens, sign-in or other addresses', async () => {
    const { project } = await plannedWork()
    const { linkToken } = await madeFeed({ projectId: project.projectId })
    const [guesser, other] = ['198.51.100.9', '198.51.100.10']
    for (let count = 0; count < 100; count += 1) {
      expect((await read(`guess-${count}`, {}, guesser)).statusCode).toBe(404)
    }
    const refused = await read('guess', {}, guesser)
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await read(linkToken, {}, guesser)).statusCode).toBe(200)
    const token = await server.app.inject({
      url: '/api/projects',
      remoteAddress: guesser,
      headers: { authorization: `Bearer ${apiTokenPrefix}unknown` },
    })
    expect(token.statusCode).toBe(401)
    await server.services.db.withSystem((tx) =>
      tx.execute(sql`delete from sign_in_throttle where key = ${`tokens:${guesser}`}`),
    )
    expect((await read(linkToken, {}, other)).statusCode).toBe(200)
    const rows = await server.services.db.withSystem((tx) =>
      tx.execute(sql`select key from sign_in_throttle where key like ${`%${guesser}`}`),
    )
    expect(rows.rows).toEqual([{ key: `feeds:${guesser}` }])
    server.clock.advance(15 * 60_000)
    expect((await read('guess', {}, guesser)).statusCode).toBe(404)
    server.clock.set('2026-11-18T09:00:00Z')
  })

  it('of every form are answered alike', async () => {
    for (const token of ['x'.repeat(43), 'a', '%00', encodeURIComponent('../../projects'), 'x'.repeat(200)]) {
      expect(await refusal(token), token).toEqual(notFound)
    }
  })
})

it('making and revoking a feed is recorded in the audit log of the organization', async () => {
  const { project } = await plannedWork()
  const { feedId } = await madeFeed({ projectId: project.projectId })
  await server.as(planner).delete(`/calendar-feeds/${feedId}`)
  const { body } = await server.as(tenant.admin).get('/admin/history')
  const changes = body.entries.flatMap((entry: { changes: { field: string }[] }) => entry.changes)
  const name = `#${project.projectNumber} Pump skid`
  expect(changes.filter(({ field }: { field: string }) => field === 'calendarFeed')).toEqual([
    { field: 'calendarFeed', from: name, to: null },
    { field: 'calendarFeed', from: null, to: name },
  ])
})

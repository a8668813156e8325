import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type StatusLinkTerm, statusLinkLimits } from '#contract/status-links.ts'
import { dayMs } from '#domain/time/units.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import type { TenantContext } from '../../context.ts'
import { statusLinks } from '../../db/tables/status-links.table.ts'
import { sweep } from '../../jobs/sweep.ts'
import { secretHash } from '../credentials/secrets.ts'
import { getProject } from '../projects/read-projects.ts'

let server: TestServer
let tenant: TestTenant
let ctx: TenantContext
let planner: Actor
beforeAll(async () => {
  server = await startServer()
})
beforeEach(async () => {
  server.clock.set('2026-11-18T09:00:00Z')
  tenant = await server.newTenant({ name: 'Northwind & Sons', timeZone: 'America/Chicago' })
  ctx = await server.contextOf(tenant.admin)
  planner = tenant.planner
})
afterAll(() => server.close())

/** A project that ships on Friday, 12 March 2027, with one operation that ends on 1 December 2026 if all goes as planned. */
const plannedProject = async (changed: object = {}) => {
  const project = await buildProject(ctx, {
    projectName: 'Pump <skid>',
    plannedShipDate: '2027-03-12T14:00:00Z',
    ...changed,
  })
  const [scheduledStartDate, scheduledEndDate] = ['2026-12-01T14:00:00.000Z', '2026-12-01T18:00:00.000Z']
  await buildOperation(ctx, project.projectId, { durationHours: 4, scheduledStartDate, scheduledEndDate })
  return project
}

interface Wish {
  reference?: string
  showsForecast?: boolean
  expires?: StatusLinkTerm
}

const madeLink = async (projectId: string, wish: Wish = {}, actor = planner) => {
  const body = { showsForecast: true, expires: 'in30Days', ...wish }
  const answer = await server.as(actor).post(`/projects/${projectId}/status-links`, body)
  expect(answer.status, answer.text).toBe(201)
  const made: { linkId: string; linkToken: string } = answer.body
  return made
}

/** Opens a page as a browser without a session. */
const open = (token: string, headers: Record<string, string> = {}, remoteAddress = '192.0.2.7') =>
  server.app.inject({ method: 'GET', url: `/status/${token}`, headers, remoteAddress })

/** The text of a page: its markup without style, tags and repeated blanks. */
const textOf = (page: string): string =>
  page
    .replace(/<style>.*<\/style>/s, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

const shown = async (token: string): Promise<string> => {
  const { statusCode, body } = await open(token)
  expect(statusCode, body).toBe(200)
  return textOf(body)
}

const gone = async (token: string) => {
  const { statusCode, body } = await open(token)
  return { statusCode, text: textOf(body).trim() }
}
const goneAnswer = {
  statusCode: 404,
  text: 'This link is no longer valid. This link is no longer valid. Ask your contact for a new one.',
}

const change = async (projectId: string, fields: object) => {
  const answer = await server.as(planner).put(`/projects/${projectId}`, { projectName: 'Pump <skid>', ...fields })
  expect(answer.status, answer.text).toBe(200)
}

/** With a session of its own, because the clock moves by months. */
const listed = async (projectId: string) => {
  const reader = await server.newUser({ memberOf: [{ tenantId: tenant.tenantId }] })
  return (await server.as(reader).get(`/projects/${projectId}/status-links`)).body
}

describe('a status link', () => {
  it('a link shows its project to every holder of its address', async () => {
    const project = await plannedProject()
    const { linkToken } = await madeLink(project.projectId, { reference: 'PO "4711"' })
    const text = await shown(linkToken)
    expect(text).toContain(`#${project.projectNumber} Pump &lt;skid&gt;: On time`)
    expect(text).toContain('Northwind &amp; Sons')
    expect(text).toContain('Promised date 12 Mar 2027')
    expect(text).toContain('Your reference PO &quot;4711&quot;')
    expect(text).toContain('Engineering Done Production Now Complete To come')
    expect(text).toContain(
      'Last updated 18 Nov 2026, 03:00. Dates and times are shown in the America/Chicago time zone.',
    )
  })

  it('a page tells the same forecast as the page of the project, unless its maker keeps that back', async () => {
    const project = await plannedProject({ plannedShipDate: '2026-11-20T14:00:00Z' })
    const { forecastCompletionDate } = await getProject(ctx, project)
    expect(forecastCompletionDate).toMatch(/^2026-12-01/)
    const told = await shown((await madeLink(project.projectId)).linkToken)
    expect(told).toContain('Expected 1 Dec 2026')
    expect(told).toContain('Promised date 20 Nov 2026')
    const kept = await shown((await madeLink(project.projectId, { showsForecast: false })).linkToken)
    expect(kept).toContain('Promised for 20 Nov 2026')
    expect(kept).not.toMatch(/Dec|Expected|forecast|time \d|On time/)
  })

  it('a page says that a project is on hold, cancelled or shipped', async () => {
    const project = await plannedProject()
    const { linkToken } = await madeLink(project.projectId)
    await change(project.projectId, { currentPhase: 'on_hold', description: 'Waits for payment' })
    const held = await shown(linkToken)
    expect(held).toContain('On hold')
    expect(held).not.toMatch(/Mar 2027|payment/)
    await change(project.projectId, { currentPhase: 'cancelled' })
    expect(await shown(linkToken)).toContain('Cancelled')
    await change(project.projectId, { currentPhase: 'shipped', actualShipDate: '2026-11-17' })
    expect(await shown(linkToken)).toContain('Shipped on 17 Nov 2026')
  })

  it('a page shows nothing else of the organization', async () => {
    const canary = (what: string) => `Canary ${what}`
    const project = await plannedProject({
      shortName: canary('short'),
      customerName: canary('customer'),
      description: canary('description'),
    })
    const center = await buildCategory(ctx, { name: canary('center') })
    await buildOperation(ctx, project.projectId, {
      name: canary('operation'),
      notes: canary('notes'),
      categoryId: center.categoryId,
    })
    await buildProject(ctx, { projectName: canary('other project'), projectNumber: canary('number') })
    const member = await server.newUser({ name: canary('person'), memberOf: [{ tenantId: tenant.tenantId }] })
    const { linkToken } = await madeLink(project.projectId, {}, member)
    const { body } = await open(linkToken)
    expect(body).not.toContain('Canary')
    for (const id of [project.projectId, tenant.tenantId, member.userId, linkToken]) expect(body).not.toContain(id)
  })

  it('a page has no scripts, and is neither indexed, stored nor framed', async () => {
    const { linkToken } = await madeLink((await plannedProject()).projectId)
    for (const { headers, body } of [await open(linkToken), await open('unknown')]) {
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'x-robots-tag': 'noindex, nofollow, noarchive',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'$/,
      )
      expect(body).toContain('<meta name="robots" content="noindex, nofollow, noarchive">')
      expect(body).not.toMatch(/<script|javascript:| style=| on\w+=/i)
    }
  })

  it('a page reads no cookie and sets none, so that a session of another organization changes nothing', async () => {
    const { linkToken } = await madeLink((await plannedProject()).projectId)
    const stranger = await server.newTenant()
    const plain = await open(linkToken)
    for (const cookie of [`__Host-sid=${stranger.admin.sessionSecret}`, '__Host-sid=unknown', '__Host-floor=x']) {
      const answer = await open(linkToken, { cookie })
      expect([answer.statusCode, answer.body]).toEqual([200, plain.body])
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    const own = await open('unknown', { cookie: `__Host-sid=${tenant.admin.sessionSecret}` })
    expect([own.statusCode, own.headers['set-cookie']]).toEqual([404, undefined])
  })

  it('a link is stored as a hash, and its token appears in no log, no list and no history', async () => {
    const project = await plannedProject()
    const { linkId, linkToken } = await madeLink(project.projectId)
    await open(linkToken)
    await open(`${linkToken.slice(0, 40)}xyz`)
    await open(`${linkToken}/%zz`)
    const stored = await server.services.db.withSystem((tx) =>
      tx.execute(sql`select l::text as row from status_links l where link_id = ${linkId}`),
    )
    expect(String(stored.rows[0]?.row)).toContain(secretHash(linkToken))
    const history = await server.as(tenant.admin).get('/admin/history')
    const list = await server.as(tenant.admin).get('/status-links')
    for (const text of [JSON.stringify(stored.rows), history.text, list.text, ...server.logs]) {
      expect(text).not.toContain(linkToken.slice(0, 40))
    }
    expect(server.logs.filter((line) => line.includes('/status/*')).length).toBeGreaterThan(1)
  })

  it('a link has a token that is shown once, also when the request is repeated under its key', async () => {
    const { projectId } = await plannedProject()
    const ask = () =>
      server
        .as(planner)
        .post(
          `/projects/${projectId}/status-links`,
          { showsForecast: true, expires: 'in30Days' },
          { 'Idempotency-Key': 'link-1' },
        )
    const [first, second] = [await ask(), await ask()]
    expect(first.body.linkToken).toMatch(/^[\w-]{43}$/)
    expect(second.body).toEqual({ ...first.body, linkToken: null })
    expect(await listed(projectId)).toHaveLength(1)
  })

  it('a link counts when it was opened, but not its refusals, a HEAD, or a page that is read again within a minute', async () => {
    const { projectId } = await plannedProject()
    const { linkToken } = await madeLink(projectId)
    expect(await listed(projectId)).toMatchObject([{ openedCount: 0, lastOpenedAt: null }])
    const head = await server.app.inject({ method: 'HEAD', url: `/status/${linkToken}` })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    await open(linkToken)
    server.clock.advance(59_000)
    await open(linkToken)
    expect(await listed(projectId)).toMatchObject([{ openedCount: 1, lastOpenedAt: '2026-11-18T09:00:00.000Z' }])
    server.clock.advance(1_000)
    await open(linkToken)
    await open('unknown')
    expect(await listed(projectId)).toMatchObject([{ openedCount: 2, lastOpenedAt: '2026-11-18T09:01:00.000Z' }])
  })

  it('a link goes on when its maker has left, and is listed with the name of its maker', async () => {
    const { projectId } = await plannedProject()
    const member = await server.newUser({ name: 'Mia Maker', memberOf: [{ tenantId: tenant.tenantId }] })
    const { linkToken } = await madeLink(projectId, {}, member)
    expect((await server.as(tenant.admin).delete(`/users/${member.userId}`)).status).toBe(204)
    expect(await shown(linkToken)).toContain('On time')
    expect((await server.as(tenant.admin).get('/status-links')).body).toMatchObject([{ madeBy: 'Mia Maker' }])
  })
})

describe('a status link ends', () => {
  it('a link ends with the days that were chosen', async () => {
    const { projectId } = await plannedProject()
    const month = await madeLink(projectId, { expires: 'in30Days' })
    server.clock.advance(1_000)
    const quarter = await madeLink(projectId, { expires: 'in90Days' })
    server.clock.advance(30 * dayMs - 1_001)
    expect((await open(month.linkToken)).statusCode).toBe(200)
    server.clock.advance(1)
    expect(await gone(month.linkToken)).toEqual(goneAnswer)
    expect((await open(quarter.linkToken)).statusCode).toBe(200)
    expect(await listed(projectId)).toMatchObject([{ state: 'live' }, { state: 'expired' }])
    server.clock.advance(60 * dayMs + 1_000)
    expect(await gone(quarter.linkToken)).toEqual(goneAnswer)
  })

  it('a link ends with the fourteenth day after the shipment, in the zone of the organization', async () => {
    const { projectId } = await plannedProject()
    const { linkToken } = await madeLink(projectId, { expires: 'afterShipment' })
    expect(await listed(projectId)).toMatchObject([{ expiresAt: null, state: 'live' }])
    await change(projectId, { currentPhase: 'shipped', actualShipDate: '2026-11-17' })
    const end = '2026-12-02T06:00:00.000Z'
    expect(await listed(projectId)).toMatchObject([{ expiresAt: end, state: 'live' }])
    server.clock.set(new Date(Date.parse(end) - 1))
    expect((await open(linkToken)).statusCode).toBe(200)
    server.clock.set(end)
    expect(await gone(linkToken)).toEqual(goneAnswer)
    expect(await listed(projectId)).toMatchObject([{ state: 'expired' }])
  })

  it('a link of a cancelled project says so, and ends with the fourteenth day after', async () => {
    const { projectId } = await plannedProject()
    const { linkToken } = await madeLink(projectId, { expires: 'afterShipment' })
    await change(projectId, { currentPhase: 'cancelled' })
    const end = '2026-12-03T06:00:00.000Z'
    expect(await listed(projectId)).toMatchObject([{ expiresAt: end, state: 'live' }])
    server.clock.set(new Date(Date.parse(end) - 1))
    expect(await shown(linkToken)).toContain('Cancelled')
    server.clock.set(end)
    expect(await gone(linkToken)).toEqual(goneAnswer)
  })

  it('a link ends when a planner revokes it, once', async () => {
    const { projectId } = await plannedProject()
    const { linkId, linkToken } = await madeLink(projectId, {}, tenant.admin)
    const stranger = await server.newTenant()
    expect((await server.as(stranger.admin).delete(`/status-links/${linkId}`)).status).toBe(404)
    expect((await open(linkToken)).statusCode).toBe(200)
    for (let time = 0; time < 2; time += 1) {
      expect((await server.as(planner).delete(`/status-links/${linkId}`)).status).toBe(204)
    }
    expect(await gone(linkToken)).toEqual(goneAnswer)
    expect(await listed(projectId)).toMatchObject([{ state: 'revoked' }])
  })

  it('a link ends with its organization', async () => {
    const { linkToken } = await madeLink((await plannedProject()).projectId)
    const root = await server.newUser({ isSuperAdmin: true })
    const path = `/tenants/${tenant.tenantId}`
    expect((await server.as(root).put(path, { status: 'Archived' })).status).toBe(200)
    expect(await gone(linkToken)).toEqual(goneAnswer)
    expect((await server.as(root).put(path, { status: 'Active' })).status).toBe(200)
    expect((await open(linkToken)).statusCode).toBe(200)
    expect((await server.as(root).call('DELETE', path, { confirmName: tenant.name })).status).toBe(204)
    expect(await gone(linkToken)).toEqual(goneAnswer)
  })

  it('a link ends with its project, and goes on when that deletion is undone', async () => {
    const { projectId } = await plannedProject()
    const { linkToken } = await madeLink(projectId)
    expect((await server.as(tenant.admin).delete(`/projects/${projectId}`)).status).toBe(204)
    expect(await gone(linkToken)).toEqual(goneAnswer)
    expect((await server.as(tenant.admin).get('/status-links')).body).toMatchObject([{ projectTitle: null }])
    expect((await server.as(tenant.admin).post('/changes/undo-last', {})).status).toBe(200)
    expect((await open(linkToken)).statusCode).toBe(200)
  })

  it('the sweep deletes an ended link 90 days later', async () => {
    const { projectId } = await plannedProject()
    const [month, endless, revoked] = [
      await madeLink(projectId, { expires: 'in30Days' }),
      await madeLink(projectId, { expires: 'afterShipment' }),
      await madeLink(projectId, { expires: 'afterShipment' }),
    ]
    const orphan = await madeLink((await plannedProject()).projectId, { expires: 'afterShipment' })
    await server.services.db.withTenant(ctx, (tx) =>
      tx
        .update(statusLinks)
        .set({ projectId: '5b1d5b1d-0000-4000-8000-000000000000' })
        .where(eq(statusLinks.linkId, orphan.linkId)),
    )
    await server.as(planner).delete(`/status-links/${revoked.linkId}`)
    const log = {
      info: () => undefined,
      error: (facts: object) => {
        throw new Error('A sweep failed', { cause: facts })
      },
    }
    const left = async () => {
      await sweep(server.services, log)
      const rows = await server.services.db.withTenant(ctx, (tx) => tx.select().from(statusLinks))
      return rows.map(({ linkId }) => linkId).sort()
    }
    const { keptDays } = statusLinkLimits
    server.clock.advance(keptDays * dayMs)
    expect(await left()).toHaveLength(4)
    server.clock.advance(1)
    expect(await left()).toEqual([month.linkId, endless.linkId].sort())
    server.clock.advance(30 * dayMs)
    expect(await left()).toEqual([endless.linkId])
  })
})

describe('addresses that show nothing', () => {
  it('addresses that show nothing have one answer, byte by byte', async () => {
    const { projectId } = await plannedProject()
    const [expired, revoked] = [await madeLink(projectId), await madeLink(projectId, { expires: 'in90Days' })]
    await server.as(planner).delete(`/status-links/${revoked.linkId}`)
    server.clock.advance(31 * dayMs)
    const answers = []
    const unknown = 'x'.repeat(43)
    const malformed = ['', 'a', '%00', '%zz', '..%2f..', 'a/b', '<script>', 'x'.repeat(2_000), 'x'.repeat(9_000)]
    for (const token of [expired.linkToken, revoked.linkToken, unknown, `${unknown}?a=1`, ...malformed]) {
      const { statusCode, body, headers } = await open(token)
      const { 'x-request-id': _, date, ...rest } = headers
      answers.push(JSON.stringify({ statusCode, body, rest }))
    }
    expect(new Set(answers).size).toBe(1)
    expect(JSON.parse(answers[0] ?? '')).toMatchObject({ statusCode: 404 })
    expect(await gone(unknown)).toEqual(goneAnswer)
  })

  it('unknown addresses are limited per network address, without any effect on a known link', async () => {
    const { linkToken } = await madeLink((await plannedProject()).projectId)
    const guesser = '198.51.100.19'
    for (let count = 0; count < 100; count += 1) {
      expect((await open(`guess-${count}`, {}, guesser)).statusCode).toBe(404)
    }
    const refused = await open('guess', {}, guesser)
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    expect(textOf(refused.body)).toContain('Too many attempts. Try again later.')
    expect((await open(linkToken, {}, guesser)).statusCode).toBe(200)
    const { rows } = await server.services.db.withSystem((tx) =>
      tx.execute(sql`select key from sign_in_throttle where key like ${`%${guesser}`}`),
    )
    expect(rows).toEqual([{ key: `links:${guesser}` }])
    server.clock.advance(15 * 60_000)
    expect((await open('guess', {}, guesser)).statusCode).toBe(404)
  })
})

describe('the status links of an organization', () => {
  it('links are at most 20 live ones for each project', async () => {
    const { projectId } = await plannedProject()
    const first = await madeLink(projectId)
    for (let count = 1; count < statusLinkLimits.perProject; count += 1) await madeLink(projectId)
    const ask = () =>
      server.as(planner).post(`/projects/${projectId}/status-links`, { showsForecast: true, expires: 'in30Days' })
    const refused = await ask()
    expect([refused.status, refused.body.error]).toEqual([
      422,
      'One project has at most 20 status links. Revoke one that is no longer used.',
    ])
    await server.as(planner).delete(`/status-links/${first.linkId}`)
    expect((await ask()).status).toBe(201)
    await madeLink((await plannedProject()).projectId)
  })

  it('links of all projects are listed for admins, and for people outside not at all', async () => {
    const [one, two] = [await plannedProject(), await plannedProject({ projectName: 'Crane' })]
    await madeLink(one.projectId)
    server.clock.advance(1_000)
    await madeLink(two.projectId, { reference: 'PO 1', expires: 'afterShipment' })
    const all = (await server.as(tenant.admin).get('/status-links')).body
    expect(all).toMatchObject([
      { projectId: two.projectId, projectTitle: `#${two.projectNumber} Crane`, reference: 'PO 1', expiresAt: null },
      { projectId: one.projectId, reference: '', expiresAt: '2026-12-18T09:00:00.000Z', state: 'live' },
    ])
    const stranger = await server.newTenant()
    expect((await server.as(stranger.admin).get('/status-links')).body).toEqual([])
    expect((await server.as(stranger.admin).get(`/projects/${one.projectId}/status-links`)).status).toBe(404)
  })

  it('links leave a line in the history of their project when they are made and revoked, which no undo takes back', async () => {
    const { projectId } = await plannedProject()
    const { linkId } = await madeLink(projectId, { reference: 'PO 4711' })
    await server.as(planner).delete(`/status-links/${linkId}`)
    const { entries } = (await server.as(planner).get(`/history?projectId=${projectId}`)).body
    expect(entries.slice(0, 2)).toMatchObject([
      { entity: 'statusLink', action: 'delete', name: 'Pump <skid>', reversal: null },
      { entity: 'statusLink', action: 'create', userName: (await server.contextOf(planner)).userName, reversal: null },
    ])
    expect(entries[1].changes).toEqual([
      { field: 'reference', from: null, to: 'PO 4711' },
      { field: 'showsForecast', from: null, to: true },
      { field: 'expiresAt', from: null, to: '2026-12-18T09:00:00.000Z' },
    ])
  })

  it('links refuse a term that does not exist and a reference that is too long', async () => {
    const { projectId } = await plannedProject()
    const ask = async (body: object) =>
      (await server.as(planner).post(`/projects/${projectId}/status-links`, body)).status
    expect(await ask({ showsForecast: true, expires: 'never' })).toBe(400)
    expect(await ask({ showsForecast: true, expires: 'in30Days', reference: 'x'.repeat(101) })).toBe(400)
    expect(await ask({ expires: 'in30Days' })).toBe(400)
  })
})

// @module-tag bothEngines
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defaultSettings, type Settings } from '#contract/users.ts'
import { hourMs } from '#domain/time/units.ts'
import { buildOdds } from '#testing/builders/build-odds.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { mailOutbox } from '../../db/tables/mail.table.ts'
import { projectOdds } from '../../db/tables/odds.table.ts'
import { memberships, tenants } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { postDueDigests, sendDueMail } from '../../jobs/send-mail.ts'
import { systemContext } from '../../jobs/system-context.ts'
import { evaluateLateness } from '../projects/notify-of-lateness.ts'
import { deleteProject } from '../projects/write-projects.ts'
import type { Mail } from './mail-text.ts'

const origin = 'http://localhost:3001'
let server: TestServer
let tenant: TestTenant
let mails: Mail[]
const errors: object[] = []
const log = { info: () => undefined, error: (facts: object) => void errors.push(facts) }
beforeAll(async () => {
  server = await startServer({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'plan@shop.example', PUBLIC_ORIGIN: origin })
})
afterAll(() => server.close())

/** Wednesday, 11:00 PM in Chicago. */
const nightBefore = '2026-11-19T05:00:00Z'
beforeEach(async () => {
  mails = []
  errors.length = 0
  await server.services.db.withSystem(async (tx) => {
    await tx.delete(mailOutbox)
    await tx.update(tenants).set({ status: 'Archived' })
  })
  server.clock.set(nightBefore)
  tenant = await server.newTenant({ name: 'Northwind <Fabrication>', timeZone: 'America/Chicago' })
})

/** One round of the job. Returns the messages that it sent. */
const round = async (): Promise<Mail[]> => {
  await postDueDigests(server.services, log)
  const before = mails.length
  await sendDueMail(server.services, async (mail) => void mails.push(mail), log)
  expect(errors).toEqual([])
  return mails.slice(before)
}
const addresses = (sent: readonly Mail[]) => sent.map(({ to }) => to).sort()
const dayOf = (days: number) => new Date(server.clock.now().getTime() + days * 24 * hourMs).toISOString()
/** A project that is forecast to end about six days after its ship date. */
const makeLate = async (projectName: string) => {
  const ctx = systemContext(server.services, tenant.tenantId, 'test')
  const { projectId } = await buildProject(ctx, { projectName, plannedShipDate: dayOf(3) })
  await buildOperation(ctx, projectId, { scheduledStartDate: dayOf(1), scheduledEndDate: dayOf(9) })
  await judge()
  return projectId
}
const judge = () => evaluateLateness(systemContext(server.services, tenant.tenantId, 'lateness'))
const choose = (actor: Actor, notifications: Partial<Settings['notifications']>) =>
  server.services.db.withSystem((tx) =>
    tx
      .update(users)
      .set({ settings: { notifications: { ...defaultSettings.notifications, ...notifications } } })
      .where(eq(users.userId, actor.userId)),
  )

describe('the daily digest of what became late', () => {
  it('is sent at 6:00 AM of the organization, once a day, with what became late since the last one', async () => {
    const projectId = await makeLate('Press <frame>')
    expect(await round()).toEqual([])
    server.clock.set('2026-11-19T11:59:00Z')
    expect(await round()).toEqual([])
    server.clock.set('2026-11-19T12:00:00Z')
    const sent = await round()
    expect(addresses(sent)).toEqual([tenant.admin.email, tenant.planner.email].sort())
    const [mail] = sent
    expect(mail?.subject).toBe('1 project became late in Northwind <Fabrication>')
    expect(mail?.text).toContain('Press <frame> will be late')
    expect(mail?.text).toMatch(/Its work will end \d+ days after the ship date 11\/2\d\/2026\./)
    expect(mail?.text).toContain(`${origin}/projects/${projectId}`)
    expect(mail?.text).toContain(`Switch them off in your settings:\n${origin}/settings#notifications`)
    expect(mail?.html).toContain('Press &lt;frame&gt; will be late')
    expect(mail?.html).not.toContain('<frame>')
    server.clock.advance(hourMs)
    await makeLate('Second')
    expect(await round()).toEqual([])
    server.clock.set('2026-11-20T12:00:00Z')
    const [next] = await round()
    expect(next?.text).toContain('Second')
    expect(next?.text).not.toContain('Press')
    server.clock.set('2026-11-21T12:00:00Z')
    expect(await round()).toEqual([])
  })

  it('says past due as well when a ship date has passed, because only a forecast after it is called late', async () => {
    await buildProject(systemContext(server.services, tenant.tenantId, 'test'), { plannedShipDate: dayOf(-2) })
    await judge()
    server.clock.set('2026-11-19T12:00:00Z')
    const [mail] = await round()
    expect(mail?.subject).toBe('1 project became late or past due in Northwind <Fabrication>')
    expect(mail?.text).toContain('is past due')
  })

  it('is written once by several servers, and a server that was stopped at the hour catches up', async () => {
    await makeLate('Press frame')
    server.clock.set('2026-11-19T20:00:00Z')
    await Promise.all([1, 2, 3].map(() => postDueDigests(server.services, log)))
    expect(addresses(await round())).toEqual([tenant.admin.email, tenant.planner.email].sort())
  })

  it('goes to nobody when nothing became late, or when it is no longer late', async () => {
    server.clock.set('2026-11-19T12:00:00Z')
    expect(await round()).toEqual([])
    const projectId = await makeLate('Press frame')
    await deleteProject(systemContext(server.services, tenant.tenantId, 'test'), { projectId })
    await judge()
    server.clock.set('2026-11-20T12:00:00Z')
    expect(await round()).toEqual([])
  })

  it.each([
    ['emailNotifications', { emailNotifications: false }],
    ['projectNotifications', { projectNotifications: false }],
  ])('goes to nobody who has switched off %s, even after it was written', async (_name, off) => {
    await makeLate('Press frame')
    await choose(tenant.admin, off)
    server.clock.set('2026-11-19T12:00:00Z')
    await postDueDigests(server.services, log)
    await choose(tenant.planner, off)
    expect(await round()).toEqual([])
  })

  it('goes to no disabled member and to no member of another organization', async () => {
    const other = await server.newTenant({ timeZone: 'America/Chicago' })
    const disabled = await server.newUser({ memberOf: [{ tenantId: tenant.tenantId }] })
    await makeLate('Press frame')
    const itsRow = and(eq(memberships.tenantId, tenant.tenantId), eq(memberships.userId, disabled.userId))
    await server.services.db.withSystem((tx) => tx.update(memberships).set({ status: 'Disabled' }).where(itsRow))
    server.clock.set('2026-11-19T12:00:00Z')
    const sent = addresses(await round())
    expect(sent).toEqual([tenant.admin.email, tenant.planner.email].sort())
    expect(sent).not.toContain(other.admin.email)
  })

  it('writes days in the format of its reader', async () => {
    await makeLate('Press frame')
    const chosen = await server.as(tenant.admin).put('/users/me/preferences', { dateFormat: 'yyyy-MM-dd' })
    expect(chosen.status).toBe(200)
    server.clock.set('2026-11-19T12:00:00Z')
    const mail = (await round()).find(({ to }) => to === tenant.admin.email)
    expect(mail?.text).toMatch(/ship date 2026-11-2\d\./)
  })

  it('names the odds of a late project, and lists projects that became unlikely to ship on time', async () => {
    const ctx = systemContext(server.services, tenant.tenantId, 'test')
    const late = await makeLate('Press frame')
    const odds = {
      p10: new Date(dayOf(8)),
      p50: new Date(dayOf(9)),
      p80: new Date(dayOf(11)),
      p90: new Date(dayOf(12)),
    }
    await server.services.db.withTenant(ctx, (tx) =>
      tx.insert(projectOdds).values({ tenantId: tenant.tenantId, projectId: late, onTimeChance: 0.125, ...odds }),
    )
    server.clock.set('2026-11-19T12:00:00Z')
    const [mail] = await round()
    expect(mail?.text).toContain('80 % sure by 11/29/2026; 13 % chance to ship on time.')
    expect(mail?.text).not.toContain('unlikely')

    // They end on 12/01, and ship on 12/02.
    const unlikelySince = new Date('2026-11-19T20:00:00Z')
    for (let at = 0; at < 12; at++) {
      const { projectId } = await buildProject(ctx, {
        projectName: `Frame ${at}`,
        plannedShipDate: '2026-12-02T16:00:00Z',
      })
      const onTimeChance = at === 11 ? 0.6 : 0.3 + at / 100
      await buildOdds(ctx, projectId, { day: '2026-12-01', onTimeChance, unlikelySince })
    }
    await judge()
    server.clock.set('2026-11-20T12:00:00Z')
    const [next] = await round()
    expect(next?.subject).toBe('11 projects became unlikely to ship on time in Northwind <Fabrication>')
    expect(next?.text).toContain(
      '11 projects of Northwind <Fabrication> are on time in the forecast, but became unlikely',
    )
    expect(next?.text).toMatch(
      /- #\S+ Frame 0 is unlikely to ship on time\n {2}Its forecast is 12\/01\/2026, its ship date 12\/02\/2026\. 80 % sure by 12\/04\/2026; 30 % chance to ship on time\.\n {2}http/,
    )
    expect(next?.text.match(/is unlikely to ship on time/g)).toHaveLength(10)
    expect(next?.text).toContain('And 1 project more.')
    expect(next?.text).toContain(
      `${origin}/projects?state=%5B%22onTime%22%2C%22atRisk%22%5D&chance=%5B%22unlikely%22%5D&sort=chance`,
    )
    server.clock.set('2026-11-21T12:00:00Z')
    expect(await round()).toEqual([])
  })
})

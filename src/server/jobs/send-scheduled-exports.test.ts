import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ScheduledExport } from '#contract/scheduled-exports.ts'
import { dayMs, hourMs, minuteMs } from '#domain/time/units.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { type FileReceiver, startReceiver } from '#testing/file-receiver.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import type { TenantContext } from '../context.ts'
import { mailOutbox } from '../db/tables/mail.table.ts'
import { scheduledExports } from '../db/tables/scheduled-exports.table.ts'
import { memberships } from '../db/tables/tenants.table.ts'
import { claimMs, renewEveryMs } from '../services/exchanges/held-claim.ts'
import { composeBroken } from '../services/mail/broken-exchange-mail.ts'
import {
  changeScheduledExport,
  createScheduledExport,
  sendScheduledExportNow,
} from '../services/scheduled-exports/manage-scheduled-exports.ts'
import { listScheduledExports } from '../services/scheduled-exports/read-scheduled-exports.ts'
import { claimExports, renewExport, sendClaimedExport } from '../services/scheduled-exports/send-export.ts'
import { FairTurns } from '../services/scheduling/fair-turns.ts'
import { sendScheduledExports } from './send-scheduled-exports.ts'
import { systemContext } from './system-context.ts'

/** 03:00 on a Wednesday in Chicago. */
const startsAt = '2026-11-18T09:00:00Z'

let receiver: FileReceiver
let folder = ''
let server: TestServer
let tenant: TestTenant
let ctx: TenantContext
let logged: unknown[] = []
let jobs: ReturnType<typeof sendScheduledExports>[] = []

beforeAll(async () => {
  receiver = await startReceiver()
  folder = await mkdtemp(join(tmpdir(), 'exports-'))
  server = await startServer({
    EXCHANGE_ALLOWED_HOSTS: receiver.origin,
    EXCHANGE_FOLDER: folder,
    SECRETS_KEY: 'a key of thirty-two characters or more',
  })
})
beforeEach(async () => {
  server.clock.set(startsAt)
  receiver.received.length = 0
  receiver.answer = (_, reply) => void reply.writeHead(204).end()
  logged = []
  tenant = await server.newTenant({ timeZone: 'America/Chicago' })
  ctx = await server.contextOf(tenant.planner)
  await buildProject(ctx, { projectNumber: 'P-1' })
})
afterEach(async () => {
  await Promise.all(jobs.map((job) => job.close()))
  jobs = []
  await server.services.db.withTenant(ctx, (tx) => tx.delete(scheduledExports))
})
afterAll(async () => {
  await server.close()
  await receiver.close()
  await rm(folder, { recursive: true, force: true })
})

/** A server of the installation. */
const start = (services = server.services) => {
  const job = sendScheduledExports(services, { info: () => undefined, error: (facts) => void logged.push(facts) })
  jobs.push(job)
  return job
}
const make = (changes: object = {}, as = ctx): Promise<ScheduledExport> =>
  createScheduledExport(as, {
    input: {
      name: 'ERP',
      target: { kind: 'address', method: 'POST', url: `${receiver.origin}/dates`, signIn: { kind: 'none' } },
      datesOf: 'projects',
      format: 'json',
      importedOnly: false,
      schedule: { kind: 'daily', at: '05:30', weekdays: [1, 2, 3, 4, 5] },
      ...changes,
    },
  })
const stateOf = async (exportId: string): Promise<ScheduledExport> => {
  const found = (await listScheduledExports(ctx)).exports.find((one) => one.exportId === exportId)
  if (!found) throw new Error('The export is gone')
  return found
}
const statusOf = (status: number) => {
  receiver.answer = (_, reply) => void reply.writeHead(status).end()
}

describe('scheduled exports', () => {
  it('are sent at their time, with their sign-in, and then at the next', async () => {
    const { exportId } = await make({
      target: {
        kind: 'address',
        method: 'PUT',
        url: `${receiver.origin}/dates?of=plan`,
        signIn: { kind: 'header', header: 'Authorization' },
      },
      secret: 'token key:secret',
    })
    const job = start()
    server.clock.set('2026-11-18T11:29:59Z')
    await job.round()
    expect(receiver.received).toEqual([])
    server.clock.set('2026-11-18T11:30:00Z')
    await job.round()
    expect(receiver.received).toMatchObject([
      {
        method: 'PUT',
        path: '/dates?of=plan',
        headers: { authorization: 'token key:secret', 'content-type': 'application/json; charset=utf-8' },
      },
    ])
    expect(JSON.parse(String(receiver.received[0]?.body))).toMatchObject({ projects: [{ number: 'P-1' }] })
    expect(await stateOf(exportId)).toMatchObject({
      sentAt: '2026-11-18T11:30:00.000Z',
      sentRows: 1,
      nextAt: '2026-11-19T11:30:00.000Z',
      failures: 0,
      problem: null,
      version: 1,
    })
    await job.round()
    expect(receiver.received).toHaveLength(1)
  })

  it('replace their file in the folder of the organization', async () => {
    await mkdir(join(folder, tenant.tenantId))
    const { exportId } = await make({ target: { kind: 'folder', fileName: 'dates.csv' }, format: 'csv' })
    const job = start()
    for (const name of ['First', 'Second']) {
      await buildProject(ctx, { projectName: name })
      await sendScheduledExportNow(ctx, { exportId })
      await job.round()
    }
    const out = join(folder, tenant.tenantId, 'out')
    expect(await readdir(out)).toEqual(['dates.csv'])
    const text = await readFile(join(out, 'dates.csv'), 'utf8')
    expect(text).toContain('"First"')
    expect(text).toContain('"Second"')
    expect(await stateOf(exportId)).toMatchObject({ sentRows: 3, problem: null })
    await rm(join(folder, tenant.tenantId), { recursive: true })
    await sendScheduledExportNow(ctx, { exportId })
    await job.round()
    expect(await stateOf(exportId)).toMatchObject({
      problem: 'The operator has not made a folder for this organization.',
      failures: 1,
    })
  })

  it('are sent when a planner asks, also paused ones, which then stay paused', async () => {
    const { exportId } = await make()
    await changeScheduledExport(ctx, { exportId, input: { isPaused: true }, expectedVersion: null })
    const job = start()
    server.clock.advance(7 * dayMs)
    await job.round()
    expect(receiver.received).toEqual([])
    await sendScheduledExportNow(ctx, { exportId })
    await job.round()
    expect(receiver.received).toHaveLength(1)
    expect(await stateOf(exportId)).toMatchObject({ isPaused: true, nextAt: null, sentRows: 1 })
    await job.round()
    expect(receiver.received).toHaveLength(1)
  })

  it('are sent soon after a planner asked', async () => {
    const { exportId } = await make()
    const arrived = new Promise<void>((resolve) => {
      receiver.answer = (_, reply) => {
        reply.end()
        resolve()
      }
    })
    start()
    await sendScheduledExportNow(ctx, { exportId })
    await arrived
    expect(receiver.received).toHaveLength(1)
  })

  it('are tried again after 5 and 15 minutes, and then by their schedule; they are broken after three failures', async () => {
    const { exportId } = await make()
    const job = start()
    statusOf(500)
    const waitFor = async (ms: number, sent: number) => {
      server.clock.advance(ms - 1)
      await job.round()
      expect(receiver.received).toHaveLength(sent - 1)
      server.clock.advance(1)
      await job.round()
      expect(receiver.received).toHaveLength(sent)
      return stateOf(exportId)
    }
    const problem = 'The address answered with an error (500).'
    const first = await waitFor(2.5 * hourMs, 1)
    expect(first).toMatchObject({
      failures: 1,
      isBroken: false,
      problem,
      sentAt: null,
      nextAt: '2026-11-18T11:35:00.000Z',
    })
    expect(await waitFor(5 * minuteMs, 2)).toMatchObject({ failures: 2, nextAt: '2026-11-18T11:50:00.000Z' })
    const third = await waitFor(15 * minuteMs, 3)
    expect(third).toMatchObject({ failures: 3, isBroken: true, problem, nextAt: '2026-11-19T11:30:00.000Z' })
    statusOf(204)
    server.clock.set('2026-11-19T11:30:00Z')
    await job.round()
    expect(await stateOf(exportId)).toMatchObject({ failures: 0, isBroken: false, problem: null, sentRows: 1 })
  })

  it('are on the dashboard and in one mail to their author and the admins once they are broken', async () => {
    const { exportId } = await make()
    const mails = async () => {
      const rows = await server.services.db.withSystem((tx) =>
        tx
          .select({ message: mailOutbox.message })
          .from(mailOutbox)
          .where(eq(mailOutbox.aboutTenantId, tenant.tenantId)),
      )
      return rows.map(({ message }) => message)
    }
    const services = { ...server.services, mail: { publicOrigin: 'https://plan.example.com' } }
    const job = start(services)
    statusOf(503)
    for (let failure = 1; failure <= 5; failure += 1) {
      await sendScheduledExportNow(ctx, { exportId })
      await job.round()
      const attention = (await server.as(tenant.planner).get('/sources/attention')).body
      if (failure < 3) expect([attention, await mails()]).toEqual([[], []])
    }
    expect((await server.as(tenant.planner).get('/sources/attention')).body).toEqual([
      {
        kind: 'export',
        sourceId: exportId,
        name: 'ERP',
        about: 'broken',
        problem: 'The address answered with an error (503).',
        since: '2026-11-18T09:00:00.000Z',
        changedPercent: null,
        openDoubts: 0,
      },
    ])
    const posted = await mails()
    expect(posted).toHaveLength(2)
    const about = { kind: 'brokenExport', id: exportId }
    for (const { userId } of [tenant.admin, tenant.planner]) expect(posted).toContainEqual({ ...about, userId })
    const system = systemContext(services, tenant.tenantId, 'test')
    const mail = await composeBroken(system, services.mail, { kind: 'brokenExport', id: exportId, userId: ctx.userId })
    expect(mail?.subject).toContain('The scheduled export ERP of')
    expect(mail?.text).toContain('The last time: The address answered with an error (503).')
    expect(mail?.text).toContain('https://plan.example.com/sources?tab=exports')
    statusOf(204)
    await sendScheduledExportNow(ctx, { exportId })
    await job.round()
    expect((await server.as(tenant.planner).get('/sources/attention')).body).toEqual([])
    expect(await mails()).toHaveLength(2)
  })

  it.each([
    [401, 'The address refused the sign-in (401).'],
    [404, 'There is nothing at this address (404).'],
    [302, 'The address leads to another one (302). Enter that one.'],
  ])('say why they failed when the receiver answers %i', async (status, problem) => {
    const { exportId } = await make()
    receiver.answer = (_, reply) => void reply.writeHead(status, { location: `${receiver.origin}/elsewhere` }).end()
    await sendScheduledExportNow(ctx, { exportId })
    await start().round()
    expect(await stateOf(exportId)).toMatchObject({ problem })
    expect(receiver.received.map(({ path }) => path)).toEqual(['/dates'])
  })

  it('are not sent to a host that the operator no longer lists', async () => {
    const { exportId } = await make()
    await sendScheduledExportNow(ctx, { exportId })
    const exchange = { allowedOrigins: new Set<string>(), folder: null }
    await start({ ...server.services, exchange }).round()
    expect(receiver.received).toEqual([])
    expect((await stateOf(exportId)).problem).toContain('This server does not connect to that host.')
  })

  it('fail with the reason when their author has left or has less access', async () => {
    const leaver = await server.newUser({ name: 'Anna', memberOf: [{ tenantId: tenant.tenantId }] })
    const { exportId } = await make({}, await server.contextOf(leaver))
    const job = start()
    const setMember = (set: Partial<typeof memberships.$inferInsert>) =>
      server.services.db.withSystem((tx) =>
        tx.update(memberships).set(set).where(eq(memberships.userId, leaver.userId)),
      )
    const problemNow = async () => {
      await sendScheduledExportNow(ctx, { exportId })
      await job.round()
      return (await stateOf(exportId)).problem
    }
    await setMember({ access: 'report' })
    expect(await problemNow()).toBe(
      'Its author Anna may no longer send dates. An admin can take it over by changing it.',
    )
    await setMember({ access: 'plan', status: 'Disabled' })
    expect(await problemNow()).toContain('Its author Anna has left or is disabled.')
    expect(receiver.received).toEqual([])
    const admin = await server.contextOf(tenant.admin)
    await changeScheduledExport(admin, { exportId, input: { name: 'Taken over' }, expectedVersion: null })
    expect(await problemNow()).toBeNull()
    expect(receiver.received).toHaveLength(1)
  })

  it('of one organization wait for each other, and delay no other organization', async () => {
    const other = await server.contextOf((await server.newTenant()).planner)
    const slow: (() => void)[] = []
    receiver.answer = ({ path }, reply) => {
      if (path === '/slow') slow.push(() => void reply.writeHead(204).end())
      else reply.writeHead(204).end()
    }
    const to = (path: string) => ({
      target: { kind: 'address', method: 'POST', url: `${receiver.origin}${path}`, signIn: { kind: 'none' } },
    })
    for (const number of [1, 2]) {
      const { exportId } = await make({ name: `Slow ${number}`, ...to('/slow') })
      await sendScheduledExportNow(ctx, { exportId })
    }
    const { exportId } = await make(to('/quick'), other)
    await sendScheduledExportNow(other, { exportId })
    const round = start().round()
    const paths = () => receiver.received.map(({ path }) => path).toSorted()
    await expect.poll(paths).toEqual(['/quick', '/slow'])
    // Another server does not take the second one either.
    await start().round()
    expect(paths()).toEqual(['/quick', '/slow'])
    await expect(sendScheduledExportNow(ctx, { exportId: (await findClaimed())[0] ?? '' })).rejects.toThrow(
      'It is being sent right now.',
    )
    slow.shift()?.()
    await expect.poll(paths).toEqual(['/quick', '/slow', '/slow'])
    slow.shift()?.()
    await round
    await server.services.db.withTenant(other, (tx) => tx.delete(scheduledExports))
  })

  it('are sent once by two servers', async () => {
    const exports = []
    for (let made = 0; made < 6; made += 1) exports.push(await make({ name: `Export ${made}` }))
    server.clock.set('2026-11-18T11:30:00Z')
    const [one, two] = [start(), start()]
    await Promise.all([one.round(), two.round()])
    await Promise.all([one.round(), two.round()])
    expect(receiver.received).toHaveLength(6)
    for (const { exportId } of exports) expect(await stateOf(exportId)).toMatchObject({ sentRows: 1, failures: 0 })
  })

  it('are taken up again when their server died or was stopped, without counting as failed', async () => {
    const { exportId } = await make()
    await sendScheduledExportNow(ctx, { exportId })
    receiver.answer = () => undefined
    const first = start()
    void first.round()
    await expect.poll(() => receiver.received).toHaveLength(1)
    await first.close()
    expect(await stateOf(exportId)).toMatchObject({ failures: 0, problem: null, sentAt: null })
    statusOf(204)
    await start().round()
    expect(receiver.received).toHaveLength(2)
    // A server that dies leaves its claim.
    await server.services.db.withTenant(ctx, (tx) =>
      tx.update(scheduledExports).set({
        nextAt: server.clock.now(),
        claimedUntil: sql`${new Date(server.clock.now().getTime() + minuteMs).toISOString()}::timestamptz`,
      }),
    )
    await start().round()
    expect(receiver.received).toHaveLength(2)
    server.clock.advance(minuteMs)
    await start().round()
    expect(receiver.received).toHaveLength(3)
  })

  it('stay with their server as long as it sends them', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const { exportId } = await make()
      await sendScheduledExportNow(ctx, { exportId })
      let accept: () => void = () => undefined
      receiver.answer = (_, reply) => {
        accept = () => void reply.writeHead(204).end()
      }
      const job = start()
      const round = job.round()
      await expect.poll(() => receiver.received).toHaveLength(1)
      for (let renewal = 1; renewal <= 8; renewal += 1) {
        server.clock.advance(renewEveryMs)
        await vi.advanceTimersByTimeAsync(renewEveryMs)
        await expect.poll(claimedMs).toBe(claimMs)
      }
      await start().round()
      expect(receiver.received).toHaveLength(1)
      accept()
      await round
      expect(await stateOf(exportId)).toMatchObject({ sentRows: 1, failures: 0, problem: null })
      expect(await claimedMs()).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })

  it('are not sent by a server that was held up, after another one has claimed them', async () => {
    const { exportId } = await make()
    await sendScheduledExportNow(ctx, { exportId })
    const [slow] = await claimExports(server.services, { free: 9, underWay: [] })
    if (!slow) throw new Error('Nothing is due')
    const goOn = Promise.withResolvers<void>()
    const system = systemContext(server.services, tenant.tenantId, 'slow')
    const contextOf = async () => {
      await goOn.promise
      return ctx
    }
    const { signal } = new AbortController()
    const sending = sendClaimedExport(system, { claimed: slow, contextOf, making: new FairTurns(1), signal })
    server.clock.advance(claimMs + 1)
    expect(await renewExport(server.services, slow)).toBe(false)
    await start().round()
    expect(receiver.received).toHaveLength(1)
    const after = await stateOf(exportId)
    goOn.resolve()
    await sending
    expect(receiver.received).toHaveLength(1)
    expect(await stateOf(exportId)).toEqual(after)
  })

  it('may be deleted while they are sent', async () => {
    const { exportId } = await make()
    await sendScheduledExportNow(ctx, { exportId })
    receiver.answer = async (_, reply) => {
      await server.services.db.withTenant(ctx, (tx) => tx.delete(scheduledExports))
      reply.writeHead(204).end()
    }
    await start().round()
    expect((await listScheduledExports(ctx)).exports).toEqual([])
    expect(logged).toEqual([])
  })
})

/** For how long the export is still claimed; null = it is not. */
const claimedMs = async (): Promise<number | null> => {
  const [row] = await server.services.db.withTenant(ctx, (tx) => tx.select().from(scheduledExports))
  return row?.claimedUntil ? row.claimedUntil.getTime() - server.clock.now().getTime() : null
}

/** Ids of the exports that a server sends now. */
const findClaimed = async (): Promise<string[]> => {
  const rows = await server.services.db.withTenant(ctx, (tx) =>
    tx
      .select({ exportId: scheduledExports.exportId })
      .from(scheduledExports)
      .where(sql`claimed_until > ${server.clock.now().toISOString()}::timestamptz`),
  )
  return rows.map(({ exportId }) => exportId)
}

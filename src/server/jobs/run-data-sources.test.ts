import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DataSource, DataSourceInput, SourceRun } from '#contract/data-sources.ts'
import { hourMs, minuteMs } from '#domain/time/units.ts'
import { buildDataSource, buildSourceRun, sourceInput } from '#testing/builders/build-data-source.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import type { TenantContext } from '../context.ts'
import { dataSources, sourceFiles } from '../db/tables/data-sources.table.ts'
import { mailOutbox } from '../db/tables/mail.table.ts'
import { memberships, tenants } from '../db/tables/tenants.table.ts'
import { users } from '../db/tables/users.table.ts'
import { listChanges } from '../services/changes/list-changes.ts'
import { claimSources, releaseClaim, renewClaim } from '../services/data-sources/claim-sources.ts'
import { askForRun, changeDataSource, createDataSource } from '../services/data-sources/manage-data-sources.ts'
import { listDataSources } from '../services/data-sources/read-data-sources.ts'
import { listSourceRuns } from '../services/data-sources/read-source-runs.ts'
import { takeSourceFile } from '../services/data-sources/take-file.ts'
import type { Mail } from '../services/mail/mail-text.ts'
import { listProjects } from '../services/projects/read-projects.ts'
import { changesChannel } from '../services/records/store-history.ts'
import { runDataSources } from './run-data-sources.ts'
import { sendDueMail } from './send-mail.ts'

// A Wednesday, ten o'clock in Berlin.
const startsAt = '2026-11-18T09:00:00Z'
const quiet = { info: () => undefined, error: () => undefined }

/** A system of the shops on this machine. A path gives a table with one project of that name, unless `answer` says otherwise. */
let erp: Server
let origin = ''
let received: string[] = []
let answer: (path: string, reply: ServerResponse, request: IncomingMessage) => void = () => undefined
let folders = ''
const table = (number: string): string => `Project number,Operation\n${number},Cut\n`
const asUsual = (path: string, reply: ServerResponse): void => void reply.end(table(path.slice(1)))

let server: TestServer
let tenant: TestTenant
let ctx: TenantContext
let jobs: { close(): Promise<void>; round(): Promise<void> }[] = []

beforeAll(async () => {
  erp = createServer((request, reply) => {
    received.push(request.url ?? '')
    answer(request.url ?? '', reply, request)
  })
  await new Promise<void>((resolve) => erp.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(erp.address() as AddressInfo).port}`
  folders = await mkdtemp(join(tmpdir(), 'sources-'))
  server = await startServer({
    EXCHANGE_ALLOWED_HOSTS: origin,
    EXCHANGE_FOLDER: folders,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'plan@example.com',
    PUBLIC_ORIGIN: 'https://plan.example.com',
  })
})
beforeEach(async () => {
  server.clock.set(startsAt)
  received = []
  answer = asUsual
  tenant = await server.newTenant({ timeZone: 'Europe/Berlin' })
  ctx = await server.contextOf(tenant.planner)
})
afterEach(async () => {
  await Promise.all(jobs.map((job) => job.close()))
  jobs = []
  // No source is due in the next test.
  const left = await server.services.db.readSystem((tx) =>
    tx.selectDistinct({ tenantId: dataSources.tenantId }).from(dataSources),
  )
  for (const { tenantId } of left)
    await server.services.db.withTenant(contextIn(tenantId), (tx) => tx.delete(dataSources))
  await server.services.db.withSystem((tx) => tx.delete(mailOutbox))
})
afterAll(async () => {
  erp.closeAllConnections()
  erp.close()
  await server.close()
  await rm(folders, { recursive: true, force: true })
})

const contexts = new Map<string, TenantContext>()
const contextIn = (tenantId: string): TenantContext => {
  const found = contexts.get(tenantId)
  if (!found) throw new Error('An organization of another test')
  return found
}

const start = () => {
  const job = runDataSources(server.services, quiet)
  jobs.push(job)
  return job
}
const round = async (): Promise<void> => {
  const job = runDataSources(server.services, quiet)
  await job.round()
  await job.close()
}
const made = (overrides: Partial<DataSourceInput> = {}, by: TenantContext = ctx): Promise<DataSource> => {
  contexts.set(by.tenantId, by)
  return createDataSource(by, { input: sourceInput(overrides) })
}
const fetched = (path: string): Pick<DataSourceInput, 'origin' | 'schedule'> => ({
  origin: { kind: 'address', url: `${origin}${path}`, signIn: { kind: 'none' } },
  schedule: { kind: 'hourly', minute: 30 },
})
const push = (sourceId: string, text: string, name = 'orders.csv') =>
  takeSourceFile(ctx, { sourceId, name, bytes: Buffer.from(text) })
const runsOf = (sourceId: string, by = ctx): Promise<SourceRun[]> => listSourceRuns(by, { sourceId })
const sourceOf = async (sourceId: string, by = ctx): Promise<DataSource> => {
  const found = (await listDataSources(by)).sources.find((one) => one.sourceId === sourceId)
  if (!found) throw new Error('No such source')
  return found
}
const numbers = async (by = ctx): Promise<string[]> =>
  (await listProjects(by)).map(({ projectNumber }) => projectNumber).toSorted()
const afterMinutes = (minutes: number): string =>
  new Date(server.clock.now().getTime() + minutes * minuteMs).toISOString()
const sentMails = async (): Promise<Mail[]> => {
  const mails: Mail[] = []
  await sendDueMail(server.services, async (mail) => void mails.push(mail), quiet)
  return mails
}

describe('a source that runs by the clock', () => {
  it('runs at its times in the zone of the organization, in its own name', async () => {
    const daily = await made({
      ...fetched('/daily'),
      name: 'ERP',
      schedule: { kind: 'daily', at: '12:15', weekdays: [3, 5] },
    })
    const hourly = await made(fetched('/hourly'))
    expect([daily.nextRunAt, hourly.nextRunAt]).toEqual(['2026-11-18T11:15:00.000Z', '2026-11-18T09:30:00.000Z'])
    server.clock.advance(30 * minuteMs - 1)
    await round()
    expect(received).toEqual([])
    server.clock.advance(1)
    await round()
    expect(received).toEqual(['/hourly'])
    expect((await sourceOf(hourly.sourceId)).nextRunAt).toBe('2026-11-18T10:30:00.000Z')
    server.clock.set('2026-11-18T11:15:00Z')
    await round()
    expect(received.toSorted()).toEqual(['/daily', '/hourly', '/hourly'])
    expect(await sourceOf(daily.sourceId)).toMatchObject({
      nextRunAt: '2026-11-20T11:15:00.000Z',
      failures: 0,
      lastRun: { trigger: 'clock', outcome: 'applied', fileName: 'daily', problem: null },
    })
    expect(await numbers()).toEqual(['daily', 'hourly'])
    const [, second] = await runsOf(hourly.sourceId)
    expect(second).toMatchObject({ trigger: 'clock', outcome: 'applied' })
    expect((await runsOf(hourly.sourceId))[0]?.outcome).toBe('unchanged')
    const changes = await listChanges(ctx)
    expect(changes.map(({ userName, source }) => [userName, source])).toContainEqual(['ERP', 'import'])
  })

  it('runs at once when a person asks, also while it is paused', async () => {
    const { sourceId } = await made(fetched('/asked'))
    await changeDataSource(ctx, { sourceId, change: { isPaused: true }, expectedVersion: null })
    await askForRun(ctx, { sourceId, appliesAll: true })
    await round()
    const source = await sourceOf(sourceId)
    expect(source).toMatchObject({ nextRunAt: null, lastRun: { trigger: 'person', outcome: 'applied' } })
    await round()
    expect(received).toEqual(['/asked'])
  })

  it('starts soon after a person has asked, and open pages hear when it has ended', async () => {
    const { sourceId } = await made(fetched('/soon'))
    await askForRun(ctx, { sourceId, appliesAll: false })
    const heard: string[] = []
    const stop = await server.services.db.listen(changesChannel, { onMessage: (message) => heard.push(message) })
    start()
    await expect.poll(() => heard.some((message) => message.includes(sourceId)), { timeout: 12_000 }).toBe(true)
    await stop()
    const told = heard.map((message) => JSON.parse(message)).find(({ event }) => event.resource === 'dataSources')
    expect(told).toMatchObject({ tenantId: tenant.tenantId, event: { items: [{ id: sourceId }], clientId: null } })
    expect((await sourceOf(sourceId)).lastRun?.outcome).toBe('applied')
  })
})

describe('a pushed file', () => {
  it('is imported in the order in which it came, each in the run that was named', async () => {
    const { sourceId } = await made()
    const first = await push(sourceId, table('1'), 'first.csv')
    const second = await push(sourceId, table('2'), 'second.csv')
    await round()
    const runs = await runsOf(sourceId)
    expect(runs.map(({ runId, fileName, trigger }) => [runId, fileName, trigger])).toEqual([
      [second.runId, 'second.csv', 'arrival'],
      [first.runId, 'first.csv', 'arrival'],
    ])
    expect(await numbers()).toEqual(['1', '2'])
    expect((await sourceOf(sourceId)).nextRunAt).toBeNull()
    expect(await server.services.db.withTenant(ctx, (tx) => tx.select().from(sourceFiles))).toEqual([])
  })

  it('that cannot be read fails in its run, and the next one is imported', async () => {
    const { sourceId } = await made()
    const bad = await push(sourceId, 'Something,else\n1,2\n')
    await push(sourceId, table('2'))
    await round()
    const runs = await runsOf(sourceId)
    expect(runs.map(({ outcome }) => outcome)).toEqual(['applied', 'failed'])
    expect(runs[1]).toMatchObject({ runId: bad.runId, problem: expect.stringContaining('Project number') })
    expect((await sourceOf(sourceId)).failures).toBe(0)
  })
})

describe('a source that watches the folder', () => {
  it('imports a file when it arrives and when it is replaced, once each', async () => {
    const folder = join(folders, tenant.tenantId)
    await mkdir(folder)
    const put = async (text: string, at: string) => {
      await writeFile(join(folder, 'orders-1.csv'), text)
      await utimes(join(folder, 'orders-1.csv'), new Date(at), new Date(at))
    }
    const { sourceId } = await made({ origin: { kind: 'folder', pattern: 'orders-*.csv' } })
    const look = async () => {
      server.clock.advance(minuteMs)
      await round()
      return (await runsOf(sourceId)).map(({ trigger, outcome }) => [trigger, outcome])
    }
    expect(await look()).toEqual([])
    // A part of it, for which the copy pauses.
    await put('Project number,Op', '2026-11-18T08:00:00Z')
    expect(await look()).toEqual([])
    await put(table('1'), '2026-11-18T08:00:00Z')
    expect(await look()).toEqual([])
    expect(await look()).toEqual([['arrival', 'applied']])
    expect(await look()).toEqual([['arrival', 'applied']])
    await put(table('2'), '2026-11-18T08:00:01Z')
    expect(await look()).toEqual([['arrival', 'applied']])
    expect(await look()).toEqual([
      ['arrival', 'applied'],
      ['arrival', 'applied'],
    ])
    expect(await numbers()).toEqual(['1', '2'])
    expect((await sourceOf(sourceId)).nextRunAt).toBe(afterMinutes(1))
  })

  it('tries a file that cannot be read three times, and then waits for another', async () => {
    const folder = join(folders, tenant.tenantId)
    await mkdir(folder)
    await writeFile(join(folder, 'orders.csv'), 'Something,else\n1,2\n')
    const { sourceId } = await made({ origin: { kind: 'folder', pattern: 'orders.csv' } })
    const next: (string | null)[] = []
    for (const minutes of [1, 1, 5, 15, 15, 1]) {
      server.clock.advance(minutes * minuteMs)
      await round()
      const { failures, nextRunAt } = await sourceOf(sourceId)
      next.push(
        `${failures} ${nextRunAt === null ? 'never' : (Date.parse(nextRunAt) - server.clock.now().getTime()) / minuteMs}`,
      )
    }
    expect(next).toEqual(['0 1', '1 5', '2 15', '3 15', '3 1', '3 1'])
    expect(await runsOf(sourceId)).toHaveLength(3)
    await writeFile(join(folder, 'orders.csv'), table('1'))
    for (let look = 1; look <= 2; look += 1) {
      server.clock.advance(minuteMs)
      await round()
    }
    expect(await sourceOf(sourceId)).toMatchObject({ failures: 0, isBroken: false, lastRun: { outcome: 'applied' } })
  })

  it('works again by itself when the folder is back, without a new file', async () => {
    const folder = join(folders, tenant.tenantId)
    await mkdir(folder)
    const { sourceId } = await made({ origin: { kind: 'folder', pattern: '*.csv' } })
    await rm(folder, { recursive: true })
    for (const minutes of [1, 5, 15]) {
      server.clock.advance(minutes * minuteMs)
      await round()
    }
    expect(await sourceOf(sourceId)).toMatchObject({
      isBroken: true,
      lastRun: { outcome: 'failed', problem: 'The operator has not made a folder for this organization.' },
    })
    await mkdir(folder)
    server.clock.advance(15 * minuteMs)
    await round()
    expect(await sourceOf(sourceId)).toMatchObject({ failures: 0, nextRunAt: afterMinutes(1) })
  })
})

describe('a run that fails', () => {
  it('is tried again after 5 and 15 minutes and then by the schedule, and told once by mail', async () => {
    const { sourceId } = await made({
      ...fetched('/gone'),
      name: 'ERP',
      schedule: { kind: 'daily', at: '23:00', weekdays: [1, 2, 3, 4, 5, 6, 7] },
    })
    await askForRun(ctx, { sourceId, appliesAll: false })
    answer = (_, reply) => void reply.writeHead(404).end()
    const outcome = async () => {
      const { failures, isBroken, nextRunAt, lastRun } = await sourceOf(sourceId)
      return [failures, isBroken, nextRunAt, lastRun?.problem]
    }
    const problem = 'There is nothing at this address (404).'
    await round()
    expect(await outcome()).toEqual([1, false, afterMinutes(5), problem])
    server.clock.advance(5 * minuteMs)
    await round()
    expect(await outcome()).toEqual([2, false, afterMinutes(15), problem])
    expect(await sentMails()).toEqual([])
    server.clock.advance(15 * minuteMs)
    await round()
    expect(await outcome()).toEqual([3, true, '2026-11-18T22:00:00.000Z', problem])
    const mails = await sentMails()
    expect(mails.map(({ to }) => to).toSorted()).toEqual([tenant.admin.email, tenant.planner.email].toSorted())
    expect(mails[0]?.subject).toContain('The data source ERP')
    expect(mails[0]?.text).toContain(problem)
    expect(mails[0]?.text).toContain(sourceId)
    server.clock.set('2026-11-18T22:00:00Z')
    await round()
    expect(await outcome()).toEqual([4, true, '2026-11-19T22:00:00.000Z', problem])
    expect(await sentMails()).toEqual([])
    answer = asUsual
    server.clock.set('2026-11-19T22:00:00Z')
    await round()
    expect(await outcome()).toEqual([0, false, '2026-11-20T22:00:00.000Z', null])
    expect((await runsOf(sourceId)).map((run) => run.outcome)).toEqual(['applied', ...Array(4).fill('failed')])
  })

  it('is not told to those who want no e-mail, or who hear of it after it works again', async () => {
    const wanted = { projectNotifications: true, taskReminders: true }
    const setWant = (actor: Actor, emailNotifications: boolean) =>
      server.services.db.withSystem((tx) =>
        tx
          .update(users)
          .set({ settings: { notifications: { ...wanted, emailNotifications } } })
          .where(eq(users.userId, actor.userId)),
      )
    await setWant(tenant.admin, false)
    const broken = await buildDataSource(ctx, {
      name: 'A',
      failures: 2,
      ...fetched('/a'),
      nextRunAt: server.clock.now(),
    })
    contexts.set(ctx.tenantId, ctx)
    answer = (_, reply) => void reply.writeHead(500).end()
    await round()
    expect((await sourceOf(broken.sourceId)).isBroken).toBe(true)
    answer = asUsual
    await askForRun(ctx, { sourceId: broken.sourceId, appliesAll: false })
    await round()
    expect(await sentMails()).toEqual([])
    await server.services.db.withTenant(ctx, (tx) =>
      tx
        .update(dataSources)
        .set({ failures: 2, nextRunAt: server.clock.now() })
        .where(eq(dataSources.sourceId, broken.sourceId)),
    )
    answer = (_, reply) => void reply.writeHead(500).end()
    await round()
    expect((await sentMails()).map(({ to }) => to)).toEqual([tenant.planner.email])
  })

  it('because its author has left, is disabled, or may no longer import, says so, and works again when an admin takes it over', async () => {
    const { sourceId } = await made(fetched('/orders'))
    const { userId, name } = tenant.planner
    const admin = await server.contextOf(tenant.admin)
    const problemNow = async () => {
      await askForRun(admin, { sourceId, appliesAll: false })
      await round()
      return (await sourceOf(sourceId, admin)).lastRun?.problem
    }
    const mine = and(eq(memberships.tenantId, tenant.tenantId), eq(memberships.userId, userId))
    const set = (values: Partial<typeof memberships.$inferInsert>) =>
      server.services.db.withSystem((tx) => tx.update(memberships).set(values).where(mine))
    const takeOver = 'An admin can take it over by changing it.'
    await set({ access: 'report' })
    expect(await problemNow()).toBe(`Its author ${name} may no longer import. ${takeOver}`)
    await set({ access: 'plan', workCenterIds: [] })
    expect(await problemNow()).toBe(`Its author ${name} may no longer import. ${takeOver}`)
    await set({ workCenterIds: null, status: 'Disabled' })
    expect(await problemNow()).toBe(`Its author ${name} has left or is disabled. ${takeOver}`)
    await server.services.db.withSystem((tx) => tx.delete(memberships).where(mine))
    expect(await problemNow()).toBe(`Its author ${name} has left or is disabled. ${takeOver}`)
    expect(received).toEqual([])
    await changeDataSource(admin, { sourceId, change: { name: 'Taken over' }, expectedVersion: null })
    expect(await problemNow()).toBeNull()
    expect(received).toEqual(['/orders'])
  })

  it('without an answer is cut off when the server stops, which is no failure', async () => {
    const { sourceId } = await made()
    const slow = await made(fetched('/slow'))
    await askForRun(ctx, { sourceId: slow.sourceId, appliesAll: false })
    answer = () => undefined
    const job = start()
    await expect.poll(() => received.length).toBe(1)
    await job.close()
    expect(await sourceOf(slow.sourceId)).toMatchObject({ failures: 0, lastRun: null })
    answer = asUsual
    await push(sourceId, table('1'))
    await round()
    expect(await sourceOf(slow.sourceId)).toMatchObject({
      failures: 0,
      lastRun: { trigger: 'person', outcome: 'applied' },
    })
  })
})

describe('several organizations and servers', () => {
  it('a source that never answers delays only its own organization', async () => {
    const others = await Promise.all(Array.from({ length: 6 }, () => server.newTenant()))
    const due = async (by: TenantContext, path: string) => {
      const { sourceId } = await made(fetched(path), by)
      // The one that was asked for first goes first.
      server.clock.advance(1)
      await askForRun(by, { sourceId, appliesAll: false })
      return sourceId
    }
    answer = (path, reply) => (path.startsWith('/slow') ? undefined : asUsual(path, reply))
    const waiting = [await due(ctx, '/slow-1'), await due(ctx, '/slow-2'), await due(ctx, '/quick-of-the-slow')]
    for (const [index, other] of others.slice(0, 4).entries())
      await due(await server.contextOf(other.planner), `/slow-${index + 3}`)
    start()
    await expect.poll(() => received.length).toBe(5)
    for (const other of others.slice(4)) {
      const by = await server.contextOf(other.planner)
      const ids = [await due(by, '/quick-1'), await due(by, '/quick-2')]
      const done = async () =>
        (await Promise.all(ids.map((id) => sourceOf(id, by)))).map(({ lastRun }) => lastRun?.outcome)
      // The slow ones are given a minute each.
      await expect.poll(done, { timeout: 40_000 }).toEqual(['applied', 'applied'])
    }
    // The slow organization has one turn at a time.
    expect(received.filter((path) => /^\/(slow-[12]|quick-of)/.test(path))).toHaveLength(1)
    expect((await Promise.all(waiting.map((id) => sourceOf(id)))).map(({ lastRun }) => lastRun)).toEqual([
      null,
      null,
      null,
    ])
  })

  it('organizations take turns, however many sources one of them has', async () => {
    const other = await server.contextOf((await server.newTenant()).planner)
    for (const by of [ctx, ctx, ctx, other]) {
      server.clock.advance(1)
      const { sourceId } = await made(fetched('/x'), by)
      await askForRun(by, { sourceId, appliesAll: false })
    }
    const turns: string[] = []
    for (let turn = 0; turn < 4; turn += 1) {
      const [claim] = await claimSources(server.services, { free: 1, underWay: [] })
      if (!claim) throw new Error('Nothing is due')
      turns.push(claim.tenantId)
      await server.services.db.withTenant(contextIn(claim.tenantId), (tx) =>
        tx.update(dataSources).set({ nextRunAt: null }).where(eq(dataSources.sourceId, claim.sourceId)),
      )
      server.clock.advance(1)
      await releaseClaim(server.services, claim)
    }
    expect(turns).toEqual([ctx.tenantId, other.tenantId, ctx.tenantId, ctx.tenantId])
  })

  it('each due source is run once by two servers', async () => {
    const shops = [tenant, ...(await Promise.all(Array.from({ length: 3 }, () => server.newTenant())))]
    const all: { by: TenantContext; sourceId: string }[] = []
    for (const one of shops) {
      const by = await server.contextOf(one.planner)
      for (const path of ['/a', '/b', '/c']) all.push({ by, sourceId: (await made(fetched(path), by)).sourceId })
    }
    server.clock.advance(30 * minuteMs)
    const [first, second] = [start(), start()]
    await Promise.all([first.round(), second.round(), first.round()])
    for (const { by, sourceId } of all) {
      const runs = await runsOf(sourceId, by)
      expect(runs.map(({ outcome }) => outcome)).toEqual(['applied'])
    }
    expect(received).toHaveLength(12)
  })

  it('a source of a server that died is run by another one, and its run that has no end is gone', async () => {
    const { sourceId } = await made(fetched('/orders'))
    await askForRun(ctx, { sourceId, appliesAll: false })
    const [claim] = await claimSources(server.services, { free: 9, underWay: [] })
    expect(claim?.sourceId).toBe(sourceId)
    await buildSourceRun(ctx, sourceId, { run: { outcome: null, endedAt: null } })
    await round()
    expect(received).toEqual([])
    expect((await sourceOf(sourceId)).lastRun?.outcome).toBeNull()
    server.clock.advance(2 * minuteMs)
    await round()
    expect((await runsOf(sourceId)).map(({ outcome }) => outcome)).toEqual(['applied'])
    // The first server has lost it.
    if (!claim) throw new Error('Nothing was due')
    expect(await renewClaim(server.services, claim)).toBe(false)
    const { nextRunAt } = await sourceOf(sourceId)
    await releaseClaim(server.services, claim)
    expect((await sourceOf(sourceId)).nextRunAt).toBe(nextRunAt)
  })

  it('a server that was held up imports nothing after another one has run its source', async () => {
    const { sourceId } = await made(fetched('/orders'))
    await askForRun(ctx, { sourceId, appliesAll: false })
    let goOn: () => void = () => undefined
    answer = (_, reply) => {
      goOn = () => void reply.end(table('old'))
    }
    const slow = start()
    await expect.poll(() => received.length, { timeout: 5_000 }).toBe(1)
    server.clock.advance(2 * minuteMs + 1)
    answer = (_, reply) => void reply.end(table('new'))
    await round()
    expect(await numbers()).toEqual(['new'])
    goOn()
    await slow.round()
    expect(await numbers()).toEqual(['new'])
    expect((await runsOf(sourceId)).map(({ outcome }) => outcome)).toEqual(['applied'])
    expect(await sourceOf(sourceId)).toMatchObject({ failures: 0, lastRun: { outcome: 'applied', problem: null } })
  })

  it('a source of a disabled organization does not run', async () => {
    const { sourceId } = await made(fetched('/orders'))
    await askForRun(ctx, { sourceId, appliesAll: false })
    await server.services.db.withSystem((tx) =>
      tx.update(tenants).set({ status: 'Inactive' }).where(eq(tenants.tenantId, tenant.tenantId)),
    )
    server.clock.advance(hourMs)
    await round()
    expect(received).toEqual([])
  })
})

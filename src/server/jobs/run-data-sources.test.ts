import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { minuteMs } from '#domain/time/units.ts'
import { buildDataSource } from '#testing/builders/build-data-source.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { answerAsUsual, sourceJobs, tableOf } from '#testing/data-sources/source-jobs.ts'
import { dataSources, sourceFiles } from '../db/tables/data-sources.table.ts'
import { memberships } from '../db/tables/tenants.table.ts'
import { users } from '../db/tables/users.table.ts'
import { listChanges } from '../services/changes/list-changes.ts'
import { askForRun, changeDataSource } from '../services/data-sources/manage-data-sources.ts'
import { takeSourceFile } from '../services/data-sources/take-file.ts'
import type { Mail } from '../services/mail/mail-text.ts'
import { changesChannel } from '../services/records/store-history.ts'
import { sendDueMail } from './send-mail.ts'

const quiet = { info: () => undefined, error: () => undefined }
const house = sourceJobs()
const { start, round, made, fetched, runsOf, sourceOf, numbers } = house
const push = (sourceId: string, text: string, name = 'orders.csv') =>
  takeSourceFile(house.ctx, { sourceId, name, bytes: Buffer.from(text) })
const afterMinutes = (minutes: number): string =>
  new Date(house.server.clock.now().getTime() + minutes * minuteMs).toISOString()
const sentMails = async (): Promise<Mail[]> => {
  const mails: Mail[] = []
  await sendDueMail(house.server.services, async (mail) => void mails.push(mail), quiet)
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
    house.server.clock.advance(30 * minuteMs - 1)
    await round()
    expect(house.received).toEqual([])
    house.server.clock.advance(1)
    await round()
    expect(house.received).toEqual(['/hourly'])
    expect((await sourceOf(hourly.sourceId)).nextRunAt).toBe('2026-11-18T10:30:00.000Z')
    house.server.clock.set('2026-11-18T11:15:00Z')
    await round()
    expect(house.received.toSorted()).toEqual(['/daily', '/hourly', '/hourly'])
    expect(await sourceOf(daily.sourceId)).toMatchObject({
      nextRunAt: '2026-11-20T11:15:00.000Z',
      failures: 0,
      lastRun: { trigger: 'clock', outcome: 'applied', fileName: 'daily', problem: null },
    })
    expect(await numbers()).toEqual(['daily', 'hourly'])
    const [, second] = await runsOf(hourly.sourceId)
    expect(second).toMatchObject({ trigger: 'clock', outcome: 'applied' })
    expect((await runsOf(hourly.sourceId))[0]?.outcome).toBe('unchanged')
    const changes = await listChanges(house.ctx)
    expect(changes.map(({ userName, source }) => [userName, source])).toContainEqual(['ERP', 'import'])
  })

  it('runs at once when a person asks, also while it is paused', async () => {
    const { sourceId } = await made(fetched('/asked'))
    await changeDataSource(house.ctx, { sourceId, change: { isPaused: true }, expectedVersion: null })
    await askForRun(house.ctx, { sourceId, appliesAll: true })
    await round()
    const source = await sourceOf(sourceId)
    expect(source).toMatchObject({ nextRunAt: null, lastRun: { trigger: 'person', outcome: 'applied' } })
    await round()
    expect(house.received).toEqual(['/asked'])
  })

  it('starts soon after a person has asked, and open pages hear when it has ended', async () => {
    const { sourceId } = await made(fetched('/soon'))
    await askForRun(house.ctx, { sourceId, appliesAll: false })
    const heard: string[] = []
    const stop = await house.server.services.db.listen(changesChannel, { onMessage: (message) => heard.push(message) })
    start()
    await expect.poll(() => heard.some((message) => message.includes(sourceId)), { timeout: 12_000 }).toBe(true)
    await stop()
    const told = heard.map((message) => JSON.parse(message)).find(({ event }) => event.resource === 'dataSources')
    expect(told).toMatchObject({
      tenantId: house.tenant.tenantId,
      event: { items: [{ id: sourceId }], clientId: null },
    })
    expect((await sourceOf(sourceId)).lastRun?.outcome).toBe('applied')
  })
})

describe('a pushed file', () => {
  it('is imported in the order in which it came, each in the run that was named', async () => {
    const { sourceId } = await made()
    const first = await push(sourceId, tableOf('1'), 'first.csv')
    const second = await push(sourceId, tableOf('2'), 'second.csv')
    await round()
    const runs = await runsOf(sourceId)
    expect(runs.map(({ runId, fileName, trigger }) => [runId, fileName, trigger])).toEqual([
      [second.runId, 'second.csv', 'arrival'],
      [first.runId, 'first.csv', 'arrival'],
    ])
    expect(await numbers()).toEqual(['1', '2'])
    expect((await sourceOf(sourceId)).nextRunAt).toBeNull()
    expect(await house.server.services.db.withTenant(house.ctx, (tx) => tx.select().from(sourceFiles))).toEqual([])
  })

  it('that cannot be read fails in its run, and the next one is imported', async () => {
    const { sourceId } = await made()
    const bad = await push(sourceId, 'Something,else\n1,2\n')
    await push(sourceId, tableOf('2'))
    await round()
    const runs = await runsOf(sourceId)
    expect(runs.map(({ outcome }) => outcome)).toEqual(['applied', 'failed'])
    expect(runs[1]).toMatchObject({ runId: bad.runId, problem: expect.stringContaining('Project number') })
    expect((await sourceOf(sourceId)).failures).toBe(0)
  })
})

describe('a source that watches the folder', () => {
  it('imports a file when it arrives and when it is replaced, once each', async () => {
    const folder = join(house.folders, house.tenant.tenantId)
    await mkdir(folder)
    const put = async (text: string, at: string) => {
      await writeFile(join(folder, 'orders-1.csv'), text)
      await utimes(join(folder, 'orders-1.csv'), new Date(at), new Date(at))
    }
    const { sourceId } = await made({ origin: { kind: 'folder', pattern: 'orders-*.csv' } })
    const look = async () => {
      house.server.clock.advance(minuteMs)
      await round()
      return (await runsOf(sourceId)).map(({ trigger, outcome }) => [trigger, outcome])
    }
    expect(await look()).toEqual([])
    // A part of it, for which the copy pauses.
    await put('Project number,Op', '2026-11-18T08:00:00Z')
    expect(await look()).toEqual([])
    await put(tableOf('1'), '2026-11-18T08:00:00Z')
    expect(await look()).toEqual([])
    expect(await look()).toEqual([['arrival', 'applied']])
    expect(await look()).toEqual([['arrival', 'applied']])
    await put(tableOf('2'), '2026-11-18T08:00:01Z')
    expect(await look()).toEqual([['arrival', 'applied']])
    expect(await look()).toEqual([
      ['arrival', 'applied'],
      ['arrival', 'applied'],
    ])
    expect(await numbers()).toEqual(['1', '2'])
    expect((await sourceOf(sourceId)).nextRunAt).toBe(afterMinutes(1))
  })

  it('tries a file that cannot be read three times, and then waits for another', async () => {
    const folder = join(house.folders, house.tenant.tenantId)
    await mkdir(folder)
    await writeFile(join(folder, 'orders.csv'), 'Something,else\n1,2\n')
    const { sourceId } = await made({ origin: { kind: 'folder', pattern: 'orders.csv' } })
    const next: (string | null)[] = []
    for (const minutes of [1, 1, 5, 15, 15, 1]) {
      house.server.clock.advance(minutes * minuteMs)
      await round()
      const { failures, nextRunAt } = await sourceOf(sourceId)
      next.push(
        `${failures} ${nextRunAt === null ? 'never' : (Date.parse(nextRunAt) - house.server.clock.now().getTime()) / minuteMs}`,
      )
    }
    expect(next).toEqual(['0 1', '1 5', '2 15', '3 15', '3 1', '3 1'])
    expect(await runsOf(sourceId)).toHaveLength(3)
    await writeFile(join(folder, 'orders.csv'), tableOf('1'))
    for (let look = 1; look <= 2; look += 1) {
      house.server.clock.advance(minuteMs)
      await round()
    }
    expect(await sourceOf(sourceId)).toMatchObject({ failures: 0, isBroken: false, lastRun: { outcome: 'applied' } })
  })

  it('works again by itself when the folder is back, without a new file', async () => {
    const folder = join(house.folders, house.tenant.tenantId)
    await mkdir(folder)
    const { sourceId } = await made({ origin: { kind: 'folder', pattern: '*.csv' } })
    await rm(folder, { recursive: true })
    for (const minutes of [1, 5, 15]) {
      house.server.clock.advance(minutes * minuteMs)
      await round()
    }
    expect(await sourceOf(sourceId)).toMatchObject({
      isBroken: true,
      lastRun: { outcome: 'failed', problem: 'The operator has not made a folder for this organization.' },
    })
    await mkdir(folder)
    house.server.clock.advance(15 * minuteMs)
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
    await askForRun(house.ctx, { sourceId, appliesAll: false })
    house.answer = (_, reply) => void reply.writeHead(404).end()
    const outcome = async () => {
      const { failures, isBroken, nextRunAt, lastRun } = await sourceOf(sourceId)
      return [failures, isBroken, nextRunAt, lastRun?.problem]
    }
    const problem = 'There is nothing at this address (404).'
    await round()
    expect(await outcome()).toEqual([1, false, afterMinutes(5), problem])
    house.server.clock.advance(5 * minuteMs)
    await round()
    expect(await outcome()).toEqual([2, false, afterMinutes(15), problem])
    expect(await sentMails()).toEqual([])
    house.server.clock.advance(15 * minuteMs)
    await round()
    expect(await outcome()).toEqual([3, true, '2026-11-18T22:00:00.000Z', problem])
    const mails = await sentMails()
    expect(mails.map(({ to }) => to).toSorted()).toEqual(
      [house.tenant.admin.email, house.tenant.planner.email].toSorted(),
    )
    expect(mails[0]?.subject).toContain('The data source ERP')
    expect(mails[0]?.text).toContain(problem)
    expect(mails[0]?.text).toContain(sourceId)
    house.server.clock.set('2026-11-18T22:00:00Z')
    await round()
    expect(await outcome()).toEqual([4, true, '2026-11-19T22:00:00.000Z', problem])
    expect(await sentMails()).toEqual([])
    house.answer = answerAsUsual
    house.server.clock.set('2026-11-19T22:00:00Z')
    await round()
    expect(await outcome()).toEqual([0, false, '2026-11-20T22:00:00.000Z', null])
    expect((await runsOf(sourceId)).map((run) => run.outcome)).toEqual(['applied', ...Array(4).fill('failed')])
  })

  it('is not told to those who want no e-mail, or who hear of it after it works again', async () => {
    const wanted = { projectNotifications: true, taskReminders: true }
    const setWant = (actor: Actor, emailNotifications: boolean) =>
      house.server.services.db.withSystem((tx) =>
        tx
          .update(users)
          .set({ settings: { notifications: { ...wanted, emailNotifications } } })
          .where(eq(users.userId, actor.userId)),
      )
    await setWant(house.tenant.admin, false)
    const broken = await buildDataSource(house.ctx, {
      name: 'A',
      failures: 2,
      ...fetched('/a'),
      nextRunAt: house.server.clock.now(),
    })
    house.answer = (_, reply) => void reply.writeHead(500).end()
    await round()
    expect((await sourceOf(broken.sourceId)).isBroken).toBe(true)
    house.answer = answerAsUsual
    await askForRun(house.ctx, { sourceId: broken.sourceId, appliesAll: false })
    await round()
    expect(await sentMails()).toEqual([])
    await house.server.services.db.withTenant(house.ctx, (tx) =>
      tx
        .update(dataSources)
        .set({ failures: 2, nextRunAt: house.server.clock.now() })
        .where(eq(dataSources.sourceId, broken.sourceId)),
    )
    house.answer = (_, reply) => void reply.writeHead(500).end()
    await round()
    expect((await sentMails()).map(({ to }) => to)).toEqual([house.tenant.planner.email])
  })

  it('because its author has left, is disabled, or may no longer import, says so, and works again when an admin takes it over', async () => {
    const { sourceId } = await made(fetched('/orders'))
    const { userId, name } = house.tenant.planner
    const admin = await house.server.contextOf(house.tenant.admin)
    const problemNow = async () => {
      await askForRun(admin, { sourceId, appliesAll: false })
      await round()
      return (await sourceOf(sourceId, admin)).lastRun?.problem
    }
    const mine = and(eq(memberships.tenantId, house.tenant.tenantId), eq(memberships.userId, userId))
    const set = (values: Partial<typeof memberships.$inferInsert>) =>
      house.server.services.db.withSystem((tx) => tx.update(memberships).set(values).where(mine))
    const takeOver = 'An admin can take it over by changing it.'
    await set({ access: 'report' })
    expect(await problemNow()).toBe(`Its author ${name} may no longer import. ${takeOver}`)
    await set({ access: 'plan', workCenterIds: [] })
    expect(await problemNow()).toBe(`Its author ${name} may no longer import. ${takeOver}`)
    await set({ workCenterIds: null, status: 'Disabled' })
    expect(await problemNow()).toBe(`Its author ${name} has left or is disabled. ${takeOver}`)
    await house.server.services.db.withSystem((tx) => tx.delete(memberships).where(mine))
    expect(await problemNow()).toBe(`Its author ${name} has left or is disabled. ${takeOver}`)
    expect(house.received).toEqual([])
    await changeDataSource(admin, { sourceId, change: { name: 'Taken over' }, expectedVersion: null })
    expect(await problemNow()).toBeNull()
    expect(house.received).toEqual(['/orders'])
  })

  it('because its author may no longer import keeps a pushed file until an admin takes the source over', async () => {
    const { sourceId } = await made()
    await push(sourceId, tableOf('1'))
    const admin = await house.server.contextOf(house.tenant.admin)
    const { userId } = house.tenant.planner
    await house.server.services.db.withSystem((tx) =>
      tx
        .update(memberships)
        .set({ access: 'report' })
        .where(and(eq(memberships.tenantId, house.tenant.tenantId), eq(memberships.userId, userId))),
    )
    const tries: string[] = []
    for (const minutes of [0, 5, 15, 15]) {
      house.server.clock.advance(minutes * minuteMs)
      await round()
      const { failures, nextRunAt } = await sourceOf(sourceId, admin)
      tries.push(`${failures} ${nextRunAt}`)
    }
    const at = (time: string) => `2026-11-18T${time}:00.000Z`
    expect(tries).toEqual([`1 ${at('09:05')}`, `2 ${at('09:20')}`, `3 ${at('09:35')}`, `4 ${at('09:50')}`])
    expect((await runsOf(sourceId, admin)).map(({ outcome }) => outcome)).toEqual(['failed'])
    await changeDataSource(admin, { sourceId, change: { name: 'Taken over' }, expectedVersion: null })
    await round()
    expect((await runsOf(sourceId, admin)).map(({ outcome }) => outcome)).toEqual(['applied'])
    expect(await numbers(admin)).toEqual(['1'])
  })

  it('without an answer is cut off when the server stops, which is no failure', async () => {
    const { sourceId } = await made()
    const slow = await made(fetched('/slow'))
    await askForRun(house.ctx, { sourceId: slow.sourceId, appliesAll: false })
    house.answer = () => undefined
    const job = start()
    await expect.poll(() => house.received.length).toBe(1)
    await job.close()
    expect(await sourceOf(slow.sourceId)).toMatchObject({ failures: 0, lastRun: null })
    house.answer = answerAsUsual
    await push(sourceId, tableOf('1'))
    await round()
    expect(await sourceOf(slow.sourceId)).toMatchObject({
      failures: 0,
      lastRun: { trigger: 'person', outcome: 'applied' },
    })
  })
})

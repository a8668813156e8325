// @module-tag bothEngines
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DataSourceInput } from '#contract/data-sources.ts'
import { usualMorningPlan } from '#contract/morning-plan.ts'
import { dayMs, hourMs, minuteMs } from '#domain/time/units.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { sourceInput } from '#testing/builders/build-data-source.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { shopState } from '#testing/undo/shop-state.ts'
import type { TenantContext } from '../context.ts'
import { undoChange } from '../services/changes/undo-change.ts'
import { createDataSource } from '../services/data-sources/manage-data-sources.ts'
import { listDataSources, listSourceAttention } from '../services/data-sources/read-data-sources.ts'
import { getSourceRun, listSourceRuns } from '../services/data-sources/read-source-runs.ts'
import type { Mail } from '../services/mail/mail-text.ts'
import { getMorningPlan } from '../services/morning-plan/read-morning-plan.ts'
import { listOperations } from '../services/operations/read-operations.ts'
import { listProjects } from '../services/projects/read-projects.ts'
import { changeTenantSettings } from '../services/tenants/settings.ts'
import { makeDueMorningPlans } from './make-morning-plans.ts'
import { runDataSources } from './run-data-sources.ts'
import { sendDueMail } from './send-mail.ts'

let server: TestServer
let erp: Server
let folders = ''
/** What the systems of the shop answer, by path; a number is the status of an error. */
const answers = new Map<string, string | number>()
const errors: object[] = []
const log = { info: () => undefined, error: (facts: object) => void errors.push(facts) }

beforeAll(async () => {
  erp = createServer((request, reply) => {
    const answer = answers.get(request.url ?? '') ?? 404
    if (typeof answer === 'number') reply.writeHead(answer).end('trouble')
    else reply.end(answer)
  })
  await new Promise<void>((resolve) => erp.listen(0, '127.0.0.1', resolve))
  folders = await mkdtemp(join(tmpdir(), 'day-'))
  server = await startServer({
    EXCHANGE_ALLOWED_HOSTS: origin(),
    EXCHANGE_FOLDER: folders,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'plan@shop.example',
    PUBLIC_ORIGIN: 'http://localhost:3001',
  })
})
afterAll(async () => {
  erp.closeAllConnections()
  erp.close()
  await server.close()
  await rm(folders, { recursive: true, force: true })
})
const origin = (): string => `http://127.0.0.1:${(erp.address() as AddressInfo).port}`

const fromAddress = (name: string, path: string, minute: number): Partial<DataSourceInput> => ({
  name,
  origin: { kind: 'address', url: `${origin()}${path}`, signIn: { kind: 'none' } },
  schedule: { kind: 'hourly', minute },
})
const header = 'Project number,Operation,Hours,Ship date'
const table = (...rows: readonly string[]): string => [header, ...rows, ''].join('\n')
const reading: DataSourceInput['reading'] = {
  columns: [
    { title: 'Project number', nth: 1, field: 'projectNumber' },
    { title: 'Operation', nth: 1, field: 'operationName' },
    { title: 'Hours', nth: 1, field: 'durationHours' },
    { title: 'Ship date', nth: 1, field: 'shipDate' },
  ],
  dateOrder: 'auto',
  chained: true,
}

/** A saw on which work that has time is planned before the work of a late project. Scheduling again exchanges the two. */
const badOrder = async (ctx: TenantContext): Promise<void> => {
  const { categoryId } = await buildCategory(ctx, { name: 'Saw' })
  const startMs = server.clock.now().getTime() + 6 * hourMs
  const project = async (projectName: string, shipDays: number, fromHours: number) => {
    const plannedShipDate = new Date(startMs + shipDays * dayMs).toISOString()
    const { projectId } = await buildProject(ctx, { projectName, projectNumber: projectName, plannedShipDate })
    await buildOperation(ctx, projectId, {
      name: 'Cut',
      categoryId,
      durationHours: 48,
      pinned: false,
      scheduledStartDate: new Date(startMs + fromHours * hourMs).toISOString(),
      scheduledEndDate: new Date(startMs + (fromHours + 48) * hourMs).toISOString(),
    })
  }
  await project('Patient', 30, 0)
  await project('Urgent', 2, 48)
}

it('two days pass by themselves: three sources, one of them broken, one doubtful, one that shrinks, and morning plans', {
  timeout: 180_000,
}, async () => {
  server.clock.set('2026-11-18T04:45:00Z')
  const tenant = await server.newTenant({ name: 'Northwind', timeZone: 'UTC' })
  const planner = await server.contextOf(tenant.planner)
  const admin = await server.contextOf(tenant.admin)
  const morningPlan = { ...usualMorningPlan, effort: 'quick', applyFromLateDays: 500 } as const
  await changeTenantSettings(admin, { input: { morningPlan }, expectedVersion: null })
  await badOrder(admin)

  const make = (input: Partial<DataSourceInput>) =>
    createDataSource(planner, { input: sourceInput({ reading, ...input }) })
  const orders = await make(fromAddress('ERP orders', '/orders.csv', 10))
  const broken = await make(fromAddress('Old system', '/old.csv', 20))
  const folder = join(folders, tenant.tenantId)
  await mkdir(folder)
  const list = await make({
    name: 'Line list',
    origin: { kind: 'folder', pattern: 'lines*.csv' },
    schedule: { kind: 'arrival' },
    rules: { vanished: 'hold', ours: [], mostChangedPercent: 100 },
  })
  const put = async (name: string, text: string) => {
    const path = join(folder, name)
    await writeFile(path, text)
    await utimes(path, server.clock.now(), server.clock.now())
  }

  const mails: Mail[] = []
  /** Lets the clock run, and every job do what is due. */
  const passUntil = async (until: string): Promise<void> => {
    for (; server.clock.now().getTime() < Date.parse(until); server.clock.advance(10 * minuteMs)) {
      const sources = runDataSources(server.services, log)
      await sources.round()
      await sources.close()
      await makeDueMorningPlans(server.services, log)
      await sendDueMail(server.services, async (mail) => void mails.push(mail), log)
    }
  }
  const phases = async (): Promise<Record<string, string>> =>
    Object.fromEntries((await listProjects(planner)).map((one) => [one.projectNumber, one.currentPhase]))
  const attention = () => listSourceAttention(planner)

  // Before seven: the orders come in, and the row with the date that no one can read waits.
  answers.set('/orders.csv', table('A-1,Weld,8,2026-12-04', 'A-2,Weld,6,2026-13-45', 'A-3,Weld,4,2026-12-11'))
  answers.set('/old.csv', 503)
  await put('lines-1.csv', table('L-1,Turn,3,2026-12-18', 'L-2,Turn,5,2026-12-18'))
  const before = await shopState(planner)
  await passUntil('2026-11-18T05:09:00Z')
  const withLines = await shopState(planner)
  expect(withLines).not.toEqual(before)
  await passUntil('2026-11-18T07:00:00Z')
  expect(Object.keys(await phases()).sort()).toEqual(['A-1', 'A-3', 'L-1', 'L-2', 'Patient', 'Urgent'])
  const needed = await attention()
  expect(needed).toContainEqual(
    expect.objectContaining({
      name: 'Old system',
      about: 'broken',
      problem: 'The address answered with an error (503).',
    }),
  )
  expect(needed).toContainEqual(expect.objectContaining({ name: 'ERP orders', about: 'doubts', openDoubts: 1 }))
  expect(needed).toHaveLength(2)
  expect(
    mails
      .filter(({ subject }) => subject.includes('Old system'))
      .map(({ to }) => to)
      .sort(),
  ).toEqual([tenant.admin.email, tenant.planner.email].sort())
  const runs = await listSourceRuns(planner, { sourceId: orders.sourceId })
  expect(runs.map(({ outcome }) => outcome)).toEqual(['unchanged', 'applied'])
  const first = runs.at(-1)
  const details = await getSourceRun(planner, { sourceId: orders.sourceId, runId: runs[0]?.runId ?? '' })
  expect(details.doubts?.rows).toEqual([{ row: 1, cells: ['A-2', 'Weld', '6', '2026-13-45'] }])
  expect(details.doubts?.problems).toMatchObject([{ row: 1, column: 3 }])

  // The morning plan was proposed and held back, because it saves less than the settings ask for.
  expect(await getMorningPlan(planner)).toMatchObject({
    day: '2026-11-18',
    outcome: 'proposed',
    heldBack: 'savesTooLittle',
  })

  // One undo takes back what the orders brought, exactly, and the same file does not bring it again.
  await undoChange(planner, { changeId: first?.changeId ?? '', verb: 'undo' })
  expect(await shopState(planner)).toEqual(withLines)
  await passUntil('2026-11-18T08:30:00Z')
  expect(await shopState(planner)).toEqual(withLines)

  // The old system is back, and a newer list lacks one of its projects.
  answers.set('/old.csv', table('O-1,Paint,2,2026-12-20'))
  await put('lines-2.csv', table('L-1,Turn,3,2026-12-18'))
  await passUntil('2026-11-18T09:30:00Z')
  expect(await phases()).toMatchObject({
    'L-1': expect.not.stringMatching('on_hold'),
    'L-2': 'on_hold',
    'O-1': 'engineering',
  })
  const { sources } = await listDataSources(planner)
  expect(sources.find(({ sourceId }) => sourceId === broken.sourceId)).toMatchObject({ failures: 0, isBroken: false })

  // The next day, the plan is applied without a person.
  const applies = { ...morningPlan, applyFromLateDays: 1 }
  await changeTenantSettings(admin, { input: { morningPlan: applies }, expectedVersion: null })
  server.clock.set('2026-11-19T05:25:00Z')
  await passUntil('2026-11-19T06:00:00Z')
  expect(await getMorningPlan(planner)).toMatchObject({ day: '2026-11-19', outcome: 'applied', appliedBy: 'Scheduler' })
  const late = (await listProjects(planner)).find(({ projectNumber }) => projectNumber === 'Urgent')
  const [cut] = await listOperations(planner, { projectId: late?.projectId ?? '' })
  expect(Date.parse(cut?.scheduledStartDate ?? '')).toBeLessThan(Date.parse('2026-11-19T12:00:00Z'))

  expect(sources.find(({ sourceId }) => sourceId === list.sourceId)?.lastRun).toMatchObject({
    outcome: 'applied',
    figures: { projects: { create: 0, update: 0, vanished: 1 } },
  })
  expect(errors).toEqual([])
})

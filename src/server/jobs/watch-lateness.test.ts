// @module-tag bothEngines
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { readTenant } from '../db/read-tenant.ts'
import { tenants } from '../db/tables/tenants.table.ts'
import { keepForecast } from '../services/forecasts/current-forecast.ts'
import { listLateParts } from '../services/forecasts/list-late-parts.ts'
import { listNotifications } from '../services/notifications/my-notifications.ts'
import { deleteProject } from '../services/projects/write-projects.ts'
import { watchLateness } from './watch-lateness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

it('several servers report new lateness once, soon after the plan changed, including lateness missed before the start', async () => {
  const { admin, planner } = await server.newTenant()
  const [mine, others] = [await server.contextOf(planner), await server.contextOf(admin)]
  const inDays = (days: number) => new Date(server.clock.now().getTime() + days * 86_400_000).toISOString()
  const makeLate = async () => {
    const { projectId } = await buildProject(mine, { plannedShipDate: inDays(3) })
    await buildOperation(mine, projectId, { scheduledStartDate: inDays(1), scheduledEndDate: inDays(9) })
    return projectId
  }
  const untilNotified = (count: number) =>
    expect.poll(() => listNotifications(others), { interval: 20 }).toHaveLength(count)
  const errors: object[] = []
  const log = { info: () => undefined, error: (facts: object) => void errors.push(facts) }
  const missed = await makeLate()
  const watches = [watchLateness(server.services, log, 20), watchLateness(server.services, log, 20)]
  await untilNotified(1)
  await makeLate()
  await untilNotified(2)
  // A change that both watches have heard of is judged by both before they judge a later change.
  const third = await makeLate()
  await untilNotified(3)
  await deleteProject(others, { projectId: third })
  await untilNotified(2)
  expect((await listNotifications(others)).map(({ cause }) => cause?.code)).toEqual(['projectLate', 'projectLate'])
  expect(await listNotifications(mine)).toHaveLength(2)
  await deleteProject(others, { projectId: missed })
  await untilNotified(1)
  for (const watch of watches) await watch.close()
  expect(errors).toEqual([])
})

it('work that becomes late only because time passes is reported once, without a change of the plan or a new day', async () => {
  server.clock.set('2026-11-18T09:00:00Z')
  const { admin, planner } = await server.newTenant({ timeZone: 'UTC' })
  const [mine, others] = [await server.contextOf(planner), await server.contextOf(admin)]
  const { projectId } = await buildProject(mine, { plannedShipDate: '2026-11-18T12:00:00Z' })
  const dates = { scheduledStartDate: '2026-11-18T10:00:00Z', scheduledEndDate: '2026-11-18T20:00:00Z' }
  await buildOperation(mine, projectId, { ...dates, durationHours: 10 })
  const errors: object[] = []
  const log = { info: () => undefined, error: (facts: object) => void errors.push(facts) }
  const watches = [watchLateness(server.services, log, 20), watchLateness(server.services, log, 20)]
  const isNotified = async () => {
    const [tenant] = await readTenant(mine, (tx) =>
      tx.select().from(tenants).where(eq(tenants.tenantId, mine.tenantId)),
    )
    return tenant?.notifiedPlanVersion === tenant?.planVersion && tenant?.notifiedDay === '2026-11-18'
  }
  const untilNotified = () => expect.poll(isNotified, { interval: 20 }).toBe(true)
  await untilNotified()
  expect(await listNotifications(others)).toEqual([])
  // Ten hours of work no longer fit into the rest of the day.
  server.clock.set('2026-11-18T15:00:00Z')
  await keepForecast(mine)
  await expect.poll(() => listNotifications(others), { interval: 20 }).toHaveLength(1)
  const [main] = (await listLateParts(others, { projectId })).parts
  expect((await listNotifications(others))[0]?.cause).toMatchObject({
    code: 'projectLate',
    projectId,
    overdue: false,
    mainCause: { code: main?.cause.code, operationName: main?.operation?.name ?? null },
  })
  await untilNotified()
  server.clock.set('2026-11-18T16:00:00Z')
  await keepForecast(mine)
  // The work is still late, so nothing has to be judged.
  expect(await isNotified()).toBe(true)
  for (const watch of watches) await watch.close()
  expect(await listNotifications(others)).toHaveLength(1)
  expect(errors).toEqual([])
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { listNotifications } from '../services/notifications/list-notifications.ts'
import { deleteProject } from '../services/projects/delete-project.ts'
import { watchLateness } from './watch-lateness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

it('tells of lateness soon after the plan changed, once however many servers watch, and of what was missed before', async () => {
  const { admin, planner } = await server.newTenant()
  const [mine, others] = [await server.contextOf(planner), await server.contextOf(admin)]
  const inDays = (days: number) => new Date(server.clock.now().getTime() + days * 86_400_000).toISOString()
  const makeLate = async () => {
    const { projectId } = await buildProject(mine, { plannedShipDate: inDays(3) })
    await buildOperation(mine, projectId, { scheduledStartDate: inDays(1), scheduledEndDate: inDays(9) })
    return projectId
  }
  const untilTold = (count: number) =>
    expect.poll(() => listNotifications(others), { timeout: 25_000, interval: 20 }).toHaveLength(count)
  const errors: object[] = []
  const log = { info: () => undefined, error: (facts: object) => void errors.push(facts) }
  const missed = await makeLate()
  const watches = [watchLateness(server.services, log, 20), watchLateness(server.services, log, 20)]
  await untilTold(1)
  await makeLate()
  await untilTold(2)
  // What both have heard of has been judged by both before they judge what came after it.
  const third = await makeLate()
  await untilTold(3)
  await deleteProject(others, { projectId: third })
  await untilTold(2)
  expect((await listNotifications(others)).map(({ cause }) => cause.code)).toEqual(['projectLate', 'projectLate'])
  expect(await listNotifications(mine)).toHaveLength(2)
  await deleteProject(others, { projectId: missed })
  await untilTold(1)
  for (const watch of watches) await watch.close()
  expect(errors).toEqual([])
})

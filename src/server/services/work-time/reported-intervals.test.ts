import { describe, expect, it } from 'vitest'
import { hourMs } from '#domain/time/units.ts'
import { floorShop } from '#testing/floor-shop.ts'

const { shop, pass, planner, addWork, report } = floorShop()

describe('intervals of reports from a tablet', () => {
  it('reports that are sent twice count once', async () => {
    const { projectId, operationId } = await addWork('Cut', 0)
    const now = () => shop.server.clock.now().toISOString()
    const startedAt = now()
    const send = async (kind: 'start' | 'done', reportedAt: string, key: string) =>
      expect((await report(operationId, { kind, reportedAt }, key)).status).toBe(200)
    await send('start', startedAt, 'start-1')
    await pass(2 * hourMs)
    await send('start', startedAt, 'start-1')
    const endedAt = now()
    await send('done', endedAt, 'done-1')
    await pass(hourMs)
    await send('start', startedAt, 'start-1')
    await send('done', endedAt, 'done-1')
    const path = `/project-operations/projects/${projectId}/operations/${operationId}/intervals`
    const { body } = await planner().get(path)
    expect(body).toMatchObject({ actualHours: 2, includesWaiting: false, idleSince: null })
    expect(body.intervals).toMatchObject([{ startedAt, endedAt, reportedBy: 'Saw tablet', workedHours: 2 }])
  })
})

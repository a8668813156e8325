import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HistoryEntry } from '#contract/history.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { listHistory } from '../services/history/read-history.ts'

/** Number of edits: a few in every run, 10,000 with LOST_UPDATE_EDITS=10000. */
const edits = Number(process.env.LOST_UPDATE_EDITS ?? 150)
const writers = 50

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

it(
  `${edits} edits of ${writers} writers are each either saved or refused, and history lists every saved edit`,
  async () => {
    const tenant = await server.newTenant()
    const ctx = await server.contextOf(tenant.planner)
    const planner = server.as(tenant.planner)
    const { projectId } = (await planner.post('/projects', { projectName: 'Press', description: 'none' })).body
    const path = `/projects/${projectId}`
    let version = 1
    let stale = 0
    const accepted = new Set<string>()
    const write = async (writer: number) => {
      for (let edit = 0; edit < edits / writers; edit += 1) {
        const description = `writer ${writer}, edit ${edit}`
        // Two of three writers send the version they saw, as our own client does. The third uses the plain API.
        const seen = writer % 3 === 0 ? {} : { 'if-match': `"${version}"` }
        const { status, body } = await planner.patch(path, { description }, seen)
        expect([200, 412]).toContain(status)
        if (status === 200) accepted.add(description)
        else stale += 1
        version = Math.max(version, status === 200 ? body.version : body.currentVersion)
      }
    }
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))

    expect(accepted.size + stale).toBe(writers * Math.ceil(edits / writers))
    expect(stale).toBeGreaterThan(0)
    const now = (await planner.get(path)).body
    expect(now.version).toBe(1 + accepted.size)
    const history: HistoryEntry[] = []
    let cursor: string | undefined
    do {
      const page = await listHistory(ctx, { projectId, field: 'description', action: 'update', cursor })
      history.push(...page.entries)
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    const steps = history.toReversed().flatMap(({ changes }) => changes.filter(({ field }) => field === 'description'))
    expect(new Set(steps.map(({ to }) => to))).toEqual(accepted)
    expect(steps).toHaveLength(accepted.size)
    // Each edit replaced the one before it.
    expect(steps.map(({ from }) => from)).toEqual(['none', ...steps.slice(0, -1).map(({ to }) => to)])
    expect(steps.at(-1)?.to).toBe(now.description)
  },
  60_000 + edits * 50,
)

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LoadDays } from '#contract/analytics.ts'
import type { Category } from '#contract/categories.ts'
import type { LatePart } from '#contract/late-parts.ts'
import type { Project } from '#contract/projects.ts'
import { roundHours } from '#domain/analytics/load.ts'
import { hourMs } from '#domain/time/units.ts'
import { type Assistant, assistantOf, type ToolResult } from '#testing/assistants/assistant.ts'
import { type Actor, buildUser } from '#testing/builders/build-user.ts'
import type { CallAs } from '#testing/call-as.ts'
import { storeDatedShop } from '#testing/one-truth/dated-shop.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { Random } from '../../seed/random.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

interface Asked {
  readonly assistant: Assistant
  readonly api: CallAs
  readonly random: Random
  readonly projects: readonly Project[]
  readonly centers: readonly Category[]
}

/** The body of the one call that an answer names as its source. */
const bodyOf = async ({ api }: Asked, { data }: ToolResult, index = 0) => {
  const [method, path = ''] = String(data.source[index]).split(' ')
  expect(method).toBe('GET')
  const { status, body } = await api.get(path.replace(/^\/api/, ''))
  expect(status).toBe(200)
  return body
}

const isLate = ({ state, pastDueDays }: Project): boolean => state === 'late' || pastDueDays !== null

/** One question of a planner, with its figures compared with the answers of the API. */
const questions: Readonly<Record<string, (asked: Asked) => Promise<void>>> = {
  'what is late, and why': async (asked) => {
    const result = await asked.assistant.call('whats_late', { most: 40 })
    const [projects, dashboard]: [Project[], { figures: object; late: { projectId: string }[] }] = [
      await bodyOf(asked, result),
      await bodyOf(asked, result, 1),
    ]
    const { late, pastDue, total, shown, projects: rows } = result.data
    expect({ late, pastDue }).toEqual({
      late: projects.filter(({ state }) => state === 'late').length,
      pastDue: projects.filter(({ pastDueDays }) => pastDueDays !== null).length,
    })
    expect(dashboard.figures).toMatchObject({ late, pastDue })
    expect([total, shown]).toEqual([projects.filter(isLate).length, rows.length])
    const byId = new Map(projects.map((project) => [project.projectId, project]))
    for (const { projectId, latenessDays, pastDueDays, forecastCompletionDate, plannedShipDate } of rows) {
      expect(byId.get(projectId)).toMatchObject({ latenessDays, pastDueDays, forecastCompletionDate, plannedShipDate })
    }
    for (const row of dashboard.late) {
      expect(rows.find(({ projectId }: Project) => projectId === row.projectId)).toMatchObject(row)
    }
  },
  'when does a project ship': async (asked) => {
    const { projectNumber } = asked.random.pick(asked.projects)
    const result = await asked.assistant.call('project', { project: `#${projectNumber}` })
    expect(result.data.project).toEqual(await bodyOf(asked, result))
    const { projectOperations } = await bodyOf(asked, result, 1)
    expect(result.data.total).toBe(projectOperations.length)
    for (const [index, row] of result.data.operations.entries()) expect(projectOperations[index]).toMatchObject(row)
  },
  'why is a project late': async (asked) => {
    const { projectId } = asked.random.pick(asked.projects.filter(isLate))
    const result = await asked.assistant.call('why_late', { project: projectId })
    const { latenessDays, lateMs, parts } = await bodyOf(asked, result)
    expect(result.data).toMatchObject({ latenessDays, lateMs, total: parts.length })
    expect(result.data.parts.slice(0, parts.length)).toMatchObject(parts)
    expect(parts.reduce((sum: number, part: LatePart) => sum + part.lateMs, 0)).toBe(lateMs)
    expect(result.data.lateHours).toBe(lateMs / hourMs)
  },
  'what would help': async (asked) => {
    const { projectId } = asked.random.pick(asked.projects.filter(isLate))
    // A search that was cut short on a busy machine is made again, by both.
    await expect
      .poll(async () => {
        const result = await asked.assistant.call('what_would_help', { project: projectId })
        if (result.isError) return [result.text, 'no answer']
        const remedies: { changes: object[] }[] = await bodyOf(asked, result)
        const figures = result.data.remedies.map(
          ({ remedyId: _remedyId, inWords: _inWords, ...remedy }: Record<string, unknown>) => remedy,
        )
        return [figures, remedies.map(({ changes: _changes, ...remedy }) => remedy)].map((each) => JSON.stringify(each))
      })
      .toSatisfy(([figures, remedies]: string[]) => figures === remedies)
  },
  'what does a work center do on a day': async (asked) => {
    const { name, categoryId } = asked.random.pick(asked.centers)
    const day = new Date(server.clock.now().getTime() + asked.random.integer(-5, 12) * 24 * hourMs).toISOString()
    const result = await asked.assistant.call('work_center_day', { work_center: name, day: day.slice(0, 10) })
    const { operations, loadHours, openHours, doneHours, total, isToday } = await bodyOf(asked, result)
    expect(result.data).toMatchObject({ loadHours, openHours, doneHours, total, isToday, workCenter: { categoryId } })
    expect(result.data.operations).toEqual(operations.slice(0, 40))
    const sum = operations.reduce((hours: number, operation: { hours: number }) => hours + operation.hours, 0)
    expect(Math.abs(sum - loadHours)).toBeLessThan(0.01 * (operations.length + 1))
  },
  'who is free': async (asked) => {
    const result = await asked.assistant.call('who_is_free', { days: asked.random.integer(1, 21) })
    const { days, workCenters }: LoadDays = await bodyOf(asked, result)
    expect(result.data.days).toEqual(days)
    for (const { categoryId, loadHours, openHours } of workCenters) {
      const own = result.data.workCenters.find((center: Category) => center.categoryId === categoryId)
      const free = openHours.map((open, index) => roundHours(Math.max(0, open - (loadHours[index] ?? 0))))
      expect(own).toMatchObject({ loadHours, openHours, freeHours: free })
      expect(own.freeHoursInAll).toBe(roundHours(free.reduce((sum, hours) => sum + hours, 0)))
    }
  },
  'when could new work ship': async (asked) => {
    const { name } = asked.random.pick(asked.centers)
    const operations = [{ name: 'New', work_center: name, hours: asked.random.integer(1, 40) }]
    const { data } = await asked.assistant.call('when_could_we_ship', { operations, priority: 60 })
    expect((await asked.api.post('/promise-dates', data.question)).body).toEqual({
      timeZone: data.organizationTimeZone,
      answers: data.answers,
    })
  },
  'where is a record': async (asked) => {
    const { projectNumber } = asked.random.pick(asked.projects)
    const result = await asked.assistant.call('find', { text: projectNumber })
    const hits = (await asked.api.get(`/search?q=${encodeURIComponent(projectNumber)}`)).body
    expect([...result.data.projects, ...result.data.operations]).toEqual(hits)
  },
}

/** An admin of a random organization. */
const adminOf = async (tenantId: string): Promise<Actor> =>
  buildUser(server.services, { name: 'Ada Admin', memberOf: [{ tenantId, isAdmin: true }] })

describe("the figures of a planner's questions", () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])(
    'random shop %i: eight questions are answered with the figures of the API',
    async (seed) => {
      const { tenantId } = await storeDatedShop(server, seed)
      const admin = await adminOf(tenantId)
      const api = server.as(admin)
      const { body: projects } = await api.get('/projects')
      const { body: centers } = await api.get('/categories')
      const asked = { assistant: await assistantOf(server, admin), api, random: new Random(seed), projects, centers }
      expect(projects.filter(isLate).length).toBeGreaterThan(0)
      for (const [question, ask] of Object.entries(questions)) {
        await ask(asked).catch((error: unknown) => {
          throw new Error(`${question}: ${String(error)}`, { cause: error })
        })
      }
    },
  )
})

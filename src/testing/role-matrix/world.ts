import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { schedulingRuns } from '#server/db/tables/scheduling-runs.table.ts'
import type { TestTenant } from '../builders/build-tenant.ts'
import type { CallAs, TestAnswer } from '../call-as.ts'
import type { TestServer } from '../server-harness.ts'

/** Creates records of one organization through the API, as its admin. */
export interface World {
  readonly server: TestServer
  readonly home: TestTenant
  readonly other: TestTenant
  readonly admin: CallAs
  project(): Promise<{ projectId: string }>
  operation(): Promise<{ projectId: string; operationId: string }>
  /** An operation that is worked on. */
  interval(): Promise<{ projectId: string; operationId: string; intervalId: string }>
  /** Sends a POST to a path and returns the id from the given field of the answer. */
  made(path: string, field: string, body?: unknown): Promise<string>
  run(): Promise<string>
  /** Cancels the runs of both organizations, because these tests have no runner that would end them. */
  endRuns(): Promise<void>
  unique(prefix: string): string
}

const created = (answer: TestAnswer): TestAnswer => {
  if (answer.status >= 300) throw new Error(`A fixture was refused: ${answer.status} ${answer.text}`)
  return answer
}

export const buildWorld = async (server: TestServer): Promise<World> => {
  const [home, other] = [await server.newTenant(), await server.newTenant()]
  const admin = server.as(home.admin)
  const unique = (prefix: string) => `${prefix} ${randomUUID().slice(0, 8)}`
  const made = async (path: string, field: string, body?: unknown): Promise<string> =>
    created(await admin.post(path, body)).body[field]
  const project = async () => ({ projectId: await made('/projects', 'projectId', { projectName: unique('Project') }) })
  const endRuns = async () => {
    for (const { admin: actor } of [home, other]) {
      const ctx = await server.contextOf(actor)
      await server.services.db.withTenant(ctx, (tx) =>
        tx.update(schedulingRuns).set({ status: 'Cancelled' }).where(eq(schedulingRuns.status, 'Running')),
      )
    }
  }
  const operation = async () => {
    const { projectId } = await project()
    const path = `/project-operations/projects/${projectId}/operations`
    const body = { name: unique('Operation'), durationHours: 4 }
    return { projectId, operationId: await made(path, 'operationId', body) }
  }
  return {
    server,
    home,
    other,
    admin,
    unique,
    made,
    project,
    endRuns,
    operation,
    interval: async () => {
      const { projectId, operationId } = await operation()
      const path = `/project-operations/projects/${projectId}/operations/${operationId}/intervals/report`
      const { body } = created(await admin.post(path, { kind: 'start' }))
      return { projectId, operationId, intervalId: body.intervals[0].intervalId }
    },
    run: async () => {
      await endRuns()
      return made('/projects/schedule-all', 'runId', {})
    },
  }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { DataSource, DataSourceInput, SourceRun } from '#contract/data-sources.ts'
import type { TenantContext } from '#server/context.ts'
import { dataSources } from '#server/db/tables/data-sources.table.ts'
import { mailOutbox } from '#server/db/tables/mail.table.ts'
import { runDataSources } from '#server/jobs/run-data-sources.ts'
import { createDataSource } from '#server/services/data-sources/manage-data-sources.ts'
import { listDataSources } from '#server/services/data-sources/read-data-sources.ts'
import { listSourceRuns } from '#server/services/data-sources/read-source-runs.ts'
import { listProjects } from '#server/services/projects/read-projects.ts'
import { sourceInput } from '../builders/build-data-source.ts'
import type { TestTenant } from '../builders/build-tenant.ts'
import { startServer, type TestServer } from '../server-harness.ts'

// A Wednesday, ten o'clock in Berlin.
const startsAt = '2026-11-18T09:00:00Z'
const quiet = { info: () => undefined, error: () => undefined }

type Answer = (path: string, reply: ServerResponse, request: IncomingMessage) => void

/** A table with one project. */
export const tableOf = (number: string): string => `Project number,Operation\n${number},Cut\n`

/** What a path of the other system gives unless `answer` says otherwise: a table with a project of its name. */
export const answerAsUsual = (path: string, reply: ServerResponse): void => void reply.end(tableOf(path.slice(1)))

/**
 * For a test file: a server with a folder and another system of the shops, from which data sources may read, and jobs that each test starts
 * itself. Each test has an organization of its own in Berlin, and no source is due at its end.
 */
export const sourceJobs = () => {
  let server: TestServer
  let tenant: TestTenant
  let ctx: TenantContext
  let origin = ''
  let folders = ''
  let jobs: ReturnType<typeof runDataSources>[] = []
  const contexts = new Map<string, TenantContext>()
  const erp = createServer((request, reply) => {
    house.received.push(request.url ?? '')
    house.answer(request.url ?? '', reply, request)
  })

  beforeAll(async () => {
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
    house.received = []
    house.answer = answerAsUsual
    tenant = await server.newTenant({ timeZone: 'Europe/Berlin' })
    ctx = await server.contextOf(tenant.planner)
    contexts.set(tenant.tenantId, ctx)
  })
  afterEach(async () => {
    await Promise.all(jobs.map((job) => job.close()))
    jobs = []
    const left = await server.services.db.readSystem((tx) =>
      tx.selectDistinct({ tenantId: dataSources.tenantId }).from(dataSources),
    )
    for (const { tenantId } of left)
      await server.services.db.withTenant(house.contextIn(tenantId), (tx) => tx.delete(dataSources))
    await server.services.db.withSystem((tx) => tx.delete(mailOutbox))
  })
  afterAll(async () => {
    erp.closeAllConnections()
    erp.close()
    await server.close()
    await rm(folders, { recursive: true, force: true })
  })

  const usual: Answer = answerAsUsual
  const house = {
    /** Paths that the other system was asked for in this test. */
    received: [] as string[],
    answer: usual,
    get server() {
      return server
    },
    get tenant() {
      return tenant
    },
    /** The planner of this test. */
    get ctx() {
      return ctx
    },
    get folders() {
      return folders
    },
    /** The context in which a source of the organization was made. */
    contextIn: (tenantId: string): TenantContext => {
      const found = contexts.get(tenantId)
      if (!found) throw new Error('An organization of another test')
      return found
    },
    /** Starts the job of a server, which runs until the end of the test. */
    start: () => {
      const job = runDataSources(server.services, quiet)
      jobs.push(job)
      return job
    },
    /** Runs what is due, once. */
    round: async (): Promise<void> => {
      const job = runDataSources(server.services, quiet)
      await job.round()
      await job.close()
    },
    made: (overrides: Partial<DataSourceInput> = {}, by = ctx): Promise<DataSource> => {
      contexts.set(by.tenantId, by)
      return createDataSource(by, { input: sourceInput(overrides) })
    },
    /** A source that fetches a path of the other system every hour. */
    fetched: (path: string): Pick<DataSourceInput, 'origin' | 'schedule'> => ({
      origin: { kind: 'address', url: `${origin}${path}`, signIn: { kind: 'none' } },
      schedule: { kind: 'hourly', minute: 30 },
    }),
    runsOf: (sourceId: string, by = ctx): Promise<SourceRun[]> => listSourceRuns(by, { sourceId }),
    sourceOf: async (sourceId: string, by = ctx): Promise<DataSource> => {
      const found = (await listDataSources(by)).sources.find((one) => one.sourceId === sourceId)
      if (!found) throw new Error('No such source')
      return found
    },
    /** The numbers of all projects of an organization. */
    numbers: async (by = ctx): Promise<string[]> =>
      (await listProjects(by)).map(({ projectNumber }) => projectNumber).toSorted(),
  }
  return house
}

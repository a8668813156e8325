import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, type TestBrowser, useServer } from '#testing/web-harness.ts'
import { scheduleQuery } from './schedule.queries.ts'

let server: TestServer
let tenant: TestTenant
let browser: TestBrowser
let projectId: string
const asked: (number | null)[] = []
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  tenant = await server.newTenant()
  const ctx = await server.contextOf(tenant.planner)
  projectId = (await buildProject(ctx)).projectId
  await buildOperation(ctx, projectId, { name: 'Weld' })
  browser = useServer(server.app, tenant.planner)
  openTab(storedFor(tenant.planner, tenant))
  asked.length = 0
  browser.alter((_method, path, text) => {
    if (path === '/api/schedule') asked.push(JSON.parse(text).touched?.length ?? null)
    return null
  })
})

const rename = (projectName: string) => server.as(tenant.admin).patch(`/projects/${projectId}`, { projectName })

describe('the schedule in a browser', () => {
  it('is read completely once, and after that only its changes are read', async () => {
    const client = new QueryClient()
    await client.fetchQuery(scheduleQuery())
    await rename('Railings')
    const { projects } = await client.fetchQuery({ ...scheduleQuery(), staleTime: 0 })
    expect(projects.names).toEqual(['Railings'])
    await client.fetchQuery({ ...scheduleQuery(), staleTime: 0 })
    expect(asked).toEqual([null, 1, 0])
  })
})

import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildProject } from '#testing/builders/build-project.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'
import { projectsQuery } from './projects.queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

it('the list of projects is read with the specified call when the server cannot send columns', async () => {
  const tenant = await server.newTenant()
  const { projectId } = await buildProject(await server.contextOf(tenant.planner))
  const browser = useServer(server.app, tenant.planner)
  openTab(storedFor(tenant.planner, tenant))
  const client = new QueryClient()
  const read = () => client.fetchQuery({ ...projectsQuery(), staleTime: 0 })
  expect(await read()).toMatchObject([{ projectId }])
  expect(browser.calls).toEqual(['GET /api/projects/columns'])
  browser.interfere((_method, path) =>
    path === '/api/projects/columns' ? Response.json({ error: 'Not found', code: 'not_found' }, { status: 404 }) : null,
  )
  expect(await read()).toMatchObject([{ projectId }])
  expect(browser.calls.slice(1)).toEqual(['GET /api/projects/columns', 'GET /api/projects'])
})

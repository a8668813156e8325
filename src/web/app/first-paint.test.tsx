import { act, screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildChain } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { stubResizeObserver } from '#testing/page-as-found.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

let server: TestServer
let tenant: TestTenant
let paths: Record<string, string> = {}
beforeAll(async () => {
  stubResizeObserver()
  server = await startServer()
  tenant = await server.newTenant()
  const ctx = await server.contextOf(tenant.planner)
  const { projectId } = await buildProject(ctx)
  const [operation] = await buildChain(ctx, projectId, ['Cut'])
  paths = {
    project: `/projects/${projectId}`,
    operation: `/projects/${projectId}/operations/${operation?.operationId}`,
  }
})
afterAll(() => server.close())
/** The screens whose loaders wait for their data, and one whose loader does not. */
const screens = ['/projects', 'project', 'operation', '/shift-patterns', '/holidays', '/profile', '/settings', '/']

const aboutSession = /^\/api\/(auth|tenants)\//
const starting = () => screen.queryByText('Initializing application...')
const skeleton = () => document.querySelector('main .animate-shimmer')

describe('loading a page from an empty tab', () => {
  it.each(screens)('%s shows the shell and a skeleton after the session check while its data loads', async (name) => {
    const browser = useServer(server.app, tenant.admin)
    const session = Promise.withResolvers<null>()
    const data = Promise.withResolvers<null>()
    browser.interfere((_method, path) => (aboutSession.test(path) ? session.promise : data.promise))
    openTab(storedFor(tenant.admin, tenant, { isAdmin: 'true' }))
    const opening = renderApp(paths[name] ?? name)
    expect(starting()).not.toBeNull()
    await waitFor(() => expect(browser.calls.some((call) => aboutSession.test(call.split(' ')[1] ?? ''))).toBe(true))
    // All other work has finished, but the answer has not arrived.
    await act(async () => undefined)
    expect(starting()).not.toBeNull()
    expect(document.querySelector('header')).toBeNull()
    session.resolve(null)
    await waitFor(() => expect(skeleton()).not.toBeNull())
    expect(starting()).toBeNull()
    const header = document.querySelector('header')
    expect(header).not.toBeNull()
    data.resolve(null)
    await opening
    await waitFor(() => expect(skeleton()).toBeNull())
    // The first shell stays; it is not rendered again.
    expect(document.querySelector('header')).toBe(header)
  })
})

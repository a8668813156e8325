import { cleanup, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildChain } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { hostileAnswer, seededRandom } from '#testing/hostile-answers.ts'
import { stubResizeObserver } from '#testing/page-as-found.ts'
import { renderApp } from '#testing/render-app.tsx'
import { sendNoteAs } from '#testing/send-note-as.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

/** Rounds per screen: a sample in every run, thousands of answers with VITE_HOSTILE_ROUNDS=30. */
const rounds = Number(import.meta.env.VITE_HOSTILE_ROUNDS ?? 3)

let server: TestServer
let tenant: TestTenant
let paths: Record<string, string> = {}
let answers = 0
beforeAll(async () => {
  stubResizeObserver()
  server = await startServer()
  tenant = await server.newTenant()
  const ctx = await server.contextOf(tenant.planner)
  for (const currentPhase of ['production', 'engineering', 'complete'] as const) {
    const { projectId } = await buildProject(ctx, { currentPhase, plannedShipDate: '2026-11-02T17:00:00Z' })
    const [operation] = await buildChain(ctx, projectId, ['Cut', 'Weld', 'Paint'])
    paths = {
      project: `/projects/${projectId}`,
      operation: `/projects/${projectId}/operations/${operation?.operationId}`,
    }
  }
  await sendNoteAs(server, tenant.planner, { title: 'Crane is free' })
})
afterAll(async () => {
  await server.close()
  console.info(`${answers} hostile answers`)
})
beforeEach(() => {
  // These logs are expected, but thousands of lines would hide everything else.
  for (const kind of ['warn', 'error'] as const) vi.spyOn(console, kind).mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const screens = [
  '/',
  '/projects',
  'project',
  'operation',
  '/kanban',
  '/kanban?view=operation',
  '/schedule',
  '/analytics',
  '/analytics/track-record',
  '/overdue-operations',
  '/operations',
  '/shift-patterns',
  '/holidays',
  '/profile',
  '/settings',
  '/admin',
  '/admin?tab=audit',
  '/admin-access',
  '/history',
  '/promise-date',
]

/** Answers about the session stay unchanged; otherwise every screen would be /login. */
const aboutSession = /^\/api\/(auth|notifications\/ticket|tenants\/user-associations)/

describe('after malformed answers', () => {
  it.each(screens)('%s still shows its header and some content', async (name) => {
    const browser = useServer(server.app, tenant.admin)
    for (let round = 0; round < rounds; round++) {
      const random = seededRandom(screens.indexOf(name) * 10_000 + round)
      browser.alter((method, path, text) => {
        if (method !== 'GET' || aboutSession.test(path)) return null
        answers += 1
        return hostileAnswer(text, random)
      })
      openTab(storedFor(tenant.admin, tenant, { isAdmin: 'true' }))
      const app = await renderApp(paths[name] ?? name)
      const saw = () => document.body.textContent ?? ''
      await waitFor(() => expect(app.queryClient.isFetching(), `round ${round}`).toBe(0))
      // A bad answer must never remove the navigation.
      await waitFor(() => {
        expect(document.querySelector('header'), `round ${round}: ${saw().slice(0, 300)}`).not.toBeNull()
        expect(document.querySelector('main')?.textContent?.trim().length, `round ${round}`).toBeGreaterThan(5)
      })
      expect(saw(), `round ${round}`).not.toMatch(/\[object Object\]|undefined undefined/)
      cleanup()
    }
  })
})

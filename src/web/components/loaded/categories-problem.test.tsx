import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { stubResizeObserver } from '#testing/page-as-found.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

let server: TestServer
let tenant: TestTenant
let project: string
beforeAll(async () => {
  stubResizeObserver()
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(700)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1440)
  Element.prototype.scrollTo = () => {}
  Element.prototype.scrollIntoView ??= () => {}
  server = await startServer()
  tenant = await server.newTenant()
  const ctx = await server.contextOf(tenant.planner)
  const { categoryId } = await buildCategory(await server.contextOf(tenant.admin), { name: 'Welding' })
  const { projectId } = await buildProject(ctx, { projectName: 'Frame' })
  const { operationId } = await buildOperation(ctx, projectId, { name: 'Weld', categoryId })
  project = `/projects/${projectId}/operations/${operationId}`
})
afterAll(async () => {
  vi.restoreAllMocks()
  await server.close()
})
const sentence = 'Failed to fetch categories'

describe('a screen that needs the work centers', () => {
  it.each([
    '/kanban',
    '/kanban?view=operation',
    '/operations',
    '/overdue-operations',
    '/analytics',
    '/projects',
    '/history',
    '/holidays',
    '/promise-date',
    '/shift-patterns',
    '/projects/PROJECT',
    '/projects/PROJECT/operations/OPERATION',
  ])(
    'shows on %s that they could not be read, and reads them again on request',
    async (path) => {
      const browser = useServer(server.app, tenant.planner)
      browser.interfere((_method, called) =>
        called === '/api/categories' ? new Response('{}', { status: 500 }) : null,
      )
      openTab(storedFor(tenant.planner, tenant))
      const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
      const ids = project.split('/')
      const app = await renderApp(path.replace('PROJECT', ids[2] ?? '').replace('OPERATION', ids[4] ?? ''))
      await screen.findByText(sentence)
      browser.interfere(() => null)
      await app.user.click(screen.getByRole('button', { name: /^(Retry|Try again)$/ }))
      await waitFor(() => expect(screen.queryByText(sentence)).toBeNull())
      quiet.mockRestore()
    },
    40_000,
  )
})

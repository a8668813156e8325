// @module-tag rest
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildChain } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { stubResizeObserver } from '#testing/page-as-found.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

let server: TestServer
let tenant: TestTenant
let projectId: string
let operationId: string
beforeAll(async () => {
  stubResizeObserver()
  server = await startServer()
  tenant = await server.newTenant()
  const ctx = await server.contextOf(tenant.planner)
  projectId = (await buildProject(ctx)).projectId
  operationId = (await buildChain(ctx, projectId, ['Cut']))[0]?.operationId ?? ''
})
afterAll(() => server.close())
beforeEach(() => {
  for (const kind of ['warn', 'error'] as const) vi.spyOn(console, kind).mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const refusal = (status: number, code: string) => () =>
  new Response(JSON.stringify({ error: `Refused with ${status}`, code, requestId: 'r' }), { status })
const failures: Record<string, () => Response> = {
  403: refusal(403, 'forbidden'),
  404: refusal(404, 'not_found'),
  409: refusal(409, 'conflict'),
  422: refusal(422, 'rule'),
  429: refusal(429, 'rate_limited'),
  500: refusal(500, 'internal'),
  'an HTML 502': () => new Response('<html>502 Bad Gateway</html>', { status: 502 }),
  'no network': () => {
    throw new TypeError('Failed to fetch')
  },
}

interface Editor {
  path: () => string
  open?: string
  field: string
  save: string
  call: () => string
}
const editors: Record<string, Editor> = {
  'the new project': {
    path: () => '/projects?edit=new',
    field: 'Project name',
    save: 'Create project',
    call: () => 'POST /api/projects',
  },
  'the project form': {
    path: () => `/projects/${projectId}?edit=project`,
    field: 'Project name',
    save: 'Save project',
    call: () => `PUT /api/projects/${projectId}`,
  },
  'the operation form': {
    path: () => `/projects/${projectId}?edit=${operationId}`,
    field: 'Name',
    save: 'Save',
    call: () => `PUT /api/project-operations/projects/${projectId}/operations/${operationId}`,
  },
  'the new work center': {
    path: () => '/shift-patterns?tab=work-centers',
    open: 'New work center',
    field: 'Name',
    save: 'Save',
    call: () => 'POST /api/categories',
  },
  'the new user': {
    path: () => '/admin?tab=users',
    open: 'New user',
    field: 'Name',
    save: 'Invite',
    call: () => 'POST /api/users',
  },
}

describe('an editor whose save fails', () => {
  it.each(Object.keys(editors))('%s keeps the typed text through every failure, then saves once', async (name) => {
    const editor = editors[name] as Editor
    const browser = useServer(server.app, tenant.admin)
    openTab(storedFor(tenant.admin, tenant, { isAdmin: 'true' }))
    const app = await renderApp(editor.path())
    if (editor.open) {
      const [button] = await screen.findAllByRole('button', { name: editor.open })
      if (button) await app.user.click(button)
    }
    const dialog = within(await screen.findByRole('dialog'))
    const field = () => dialog.getByRole<HTMLInputElement>('textbox', { name: editor.field })
    const email = dialog.queryByRole('textbox', { name: 'Email' })
    if (email) await app.user.type(email, 'new.colleague@example.com')
    await app.user.clear(field())
    await app.user.type(field(), 'Typed by hand')
    const saves = () => browser.calls.filter((call) => call === editor.call()).length
    for (const [what, fail] of Object.entries(failures)) {
      const before = saves()
      browser.interfere((method, path) => (`${method} ${path}` === editor.call() ? fail() : null))
      await app.user.click(dialog.getByRole('button', { name: editor.save }))
      await waitFor(() => expect(saves(), what).toBe(before + 1))
      await waitFor(() => expect(dialog.getByRole('button', { name: editor.save }).ariaBusy, what).not.toBe('true'))
      expect(field().value, what).toBe('Typed by hand')
      expect(document.body.textContent, what).toMatch(/Refused with \d{3}|Failed to (create|update)/)
    }
    const before = saves()
    browser.interfere(() => null)
    await app.user.click(dialog.getByRole('button', { name: editor.save }))
    await waitFor(() => expect(screen.queryByRole('textbox', { name: editor.field })).toBeNull())
    expect(saves()).toBe(before + 1)
  })
})

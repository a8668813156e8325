import { MutationObserver, QueryClient } from '@tanstack/react-query'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { getValidate } from '#contract/auth.ts'
import { type Category, listCategories } from '#contract/categories.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  batchOperations,
  getOperation,
  listProjectOperations,
  type Operation,
  putOperation,
} from '#contract/operations.ts'
import { deleteProject, getProject, listProjects, type Project, putProject } from '#contract/projects.ts'
import { endpoints } from '#contract/registry.ts'
import { listTenants, listUserAssociations } from '#contract/tenants.ts'
import { getMe, getProfile, putSettings } from '#contract/users.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, type TestBrowser, useServer } from '#testing/web-harness.ts'
import { ApiError, type ApiErrorCode, errorSentence } from './api-error.ts'
import { call, onSessionEnded } from './client.ts'
import { patchProjectMutation, saveProjectMutation } from './projects/projects.mutations.ts'
import { sendWrite } from './record-writes.ts'

let server: TestServer
let tenant: TestTenant
let browser: TestBrowser
let press: Project
let cut: Operation
let category: Category
const ended = vi.fn()
beforeAll(async () => {
  server = await startServer()
  tenant = await server.newTenant({ name: 'Łódź Works' })
  const ctx = await server.contextOf(tenant.admin)
  category = await buildCategory(ctx)
  const project = await buildProject(ctx, { plannedShipDate: '2026-12-01T08:00:00Z' })
  cut = await buildOperation(ctx, project.projectId)
  press = { ...project, status: 'New', currentPhase: 'engineering', progressPercentage: 40.5 }
  onSessionEnded(ended)
})
afterAll(() => server.close())
beforeEach(() => {
  ended.mockReset()
  browser = useServer(server.app, tenant.admin)
  openTab(storedFor(tenant.admin, tenant, { isAdmin: 'true' }))
})

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const answerWith = (make: () => Response) => browser.interfere(() => make())
const failure = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error(`Expected an ApiError, got ${String(error)}`)
  return error
}

describe('a request', () => {
  it('is not sent for a project without an id', async () => {
    const client = new QueryClient()
    const write = {
      projectId: ' ',
      fields: { projectName: 'Press' },
      seen: {},
      version: 1,
      subject: '',
      source: 'drag',
    } as const
    const sent = [
      new MutationObserver(client, saveProjectMutation(client)).mutate(write),
      sendWrite(client, patchProjectMutation(client), write),
    ]
    for (const each of sent) expect((await failure(each)).message).toBe('Project ID is required')
    expect(browser.calls).toEqual([])
  })

  it('carries the identity headers from storage, encoded for use in a header', async () => {
    await call(listProjects, {})
    expect(browser.lastHeaders()).toMatchObject({
      'x-user-id': tenant.admin.userId,
      'x-tenant-id': tenant.tenantId,
      'x-tenant-name': encodeURIComponent('Łódź Works'),
      'x-user-email': tenant.admin.email,
      'x-is-admin': 'true',
      'x-is-super-admin': 'false',
      'x-requested-with': 'scheduler',
    })
  })

  it('is marked as background when it has no user action behind it, so that an open tab does not extend an idle session', async () => {
    const marks = async () => {
      await call(listProjects, {})
      return new Headers(browser.lastHeaders() as HeadersInit).get('x-background')
    }
    const openedAtMs = Date.now()
    const clock = vi.spyOn(Date, 'now').mockReturnValue(openedAtMs + 3_600_000)
    expect(await marks()).toBe('1')
    dispatchEvent(new Event('keydown'))
    expect(await marks()).toBeNull()
    clock.mockReturnValue(openedAtMs + 3_600_000 + 60_000)
    expect(await marks()).toBe('1')
    clock.mockRestore()
    // The last activity would stay in the future for the rest of this page, so one must happen now.
    dispatchEvent(new Event('keydown'))
    expect(await marks()).toBeNull()
  })

  it('writes projects in PascalCase with ModifiedBy and If-Match', async () => {
    const fields = { projectName: 'Gantry', plannedShipDate: null }
    const params = { id: crypto.randomUUID() }
    const error = await failure(call(putProject, { params, body: fields }, { ifMatch: 3, source: 'drag' }))
    const sent = browser.lastBody(`PUT /api/projects/${params.id}`)
    expect(sent).toEqual({ ProjectName: 'Gantry', PlannedShipDate: null, ModifiedBy: tenant.admin.name })
    expect(browser.lastHeaders()).toMatchObject({ 'if-match': '"3"', 'x-change-source': 'drag' })
    expect([error.status, error.code]).toEqual([404, 'not_found'])
  })
})

describe('an answer', () => {
  it.each([
    ['camelCase', { isValid: true, userId: 'u', isAdmin: true, isSuperAdmin: false }],
    ['PascalCase and flags as text', { IsValid: 'True', UserId: 'u', IsAdmin: 'true', IsSuperAdmin: 'False' }],
    ['snake_case', { is_valid: true, user_id: 'u', is_admin: true, is_super_admin: false }],
  ])('is read as a session from %s', async (_spelling, body) => {
    answerWith(() => json(body))
    const found = await call(getValidate, {})
    expect(found).toMatchObject({ isValid: true, userId: 'u', isAdmin: true, isSuperAdmin: false, tenantId: null })
  })

  it.each([
    { Tenants: [{ TenantId: 'a', Name: 'A' }] },
    { tenants: [{ tenantId: 'a', name: 'A' }] },
    [{ id: 'a', tenantName: 'A' }],
    [{ tenant_id: 'a', name: 'A' }],
  ])('is read as associations from every shape', async (body) => {
    answerWith(() => json(body))
    const { tenants } = await call(listUserAssociations, { params: { userId: tenant.admin.userId } })
    expect(tenants).toEqual([{ tenantId: 'a', name: 'A' }])
  })

  it.each([
    ['camelCase', (project: Project) => project],
    [
      'PascalCase',
      ({ projectId, projectName, ...rest }: Project) => ({ ...rest, ProjectId: projectId, ProjectName: projectName }),
    ],
    [
      'snake_case',
      ({ projectId, projectName, ...rest }: Project) => ({ ...rest, project_id: projectId, project_name: projectName }),
    ],
    [
      'its other names',
      ({ progressPercentage, plannedShipDate, ...rest }: Project) => ({
        ...rest,
        progress: 0.405,
        shipDate: plannedShipDate,
      }),
    ],
    ['decimal text for progress', (project: Project) => ({ ...project, progressPercentage: '40.5' })],
    ['neither status nor phase', ({ status, currentPhase, ...rest }: Project) => rest],
  ])('is read as a project from %s', async (_spelling, spell) => {
    answerWith(() => json([spell(press)]))
    expect(await call(listProjects, {})).toEqual([press])
  })

  it.each([
    ['a number that is none', { priority: 'urgent' }, { priority: 50 }],
    ['a number that is missing', { hoursLeft: null }, { hoursLeft: 0 }],
    ['a word that the interface does not know', { state: 'soon' }, { state: 'unscheduled' }],
    ['a date that is none', { plannedShipDate: '2026-02-30' }, { plannedShipDate: null }],
    ['a date without a time', { plannedShipDate: '2026-12-01' }, { plannedShipDate: '2026-12-01T08:00:00.000Z' }],
    [
      'one field spelled twice with different values',
      { projectName: undefined, ProjectName: 'A', project_name: 'B' },
      { projectName: 'A' },
    ],
  ])('for a project that has %s is read with the default value', async (_case, fields, read) => {
    answerWith(() => json([{ ...press, ...fields }, press]))
    expect(await call(listProjects, {})).toEqual([{ ...press, ...read }, press])
  })

  it.each([
    ['no id', { ...{} }],
    ['another kind', 'project'],
    ['nothing', null],
  ])('is read without a record that is or has %s, and the log reports it', async (_case, odd) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    answerWith(() => json([odd, press, odd]))
    expect(await call(listProjects, {})).toEqual([press])
    expect(warn).toHaveBeenCalledWith('2 records of an answer could not be read and are left out')
    answerWith(() => json({ ProjectId: 'p', ProjectOperations: [cut, odd] }))
    const { projectOperations } = await call(listProjectOperations, { params: { projectId: 'p' } })
    expect(projectOperations.map(({ operationId }) => operationId)).toEqual([cut.operationId])
    warn.mockRestore()
  })

  it('for a single record without its id cannot be read', async () => {
    answerWith(() => json({ projectName: 'Press' }))
    const error = await failure(call(getProject, { params: { id: 'p' } }))
    expect([error.code, errorSentence(error)]).toEqual([
      'bad_answer',
      "Failed to fetch project with operations. The server's answer could not be read.",
    ])
  })

  it('to a call without an answer body may contain anything', async () => {
    answerWith(() => json({ message: 'Project deleted' }))
    expect(await call(deleteProject, { params: { id: 'p' } })).toBeUndefined()
  })

  it('may have an operation without a status, which is read as pending, and a duration as decimal text', async () => {
    const { status, ...operation } = cut
    answerWith(() => json({ ...operation, durationHours: '7.5' }))
    const params = { projectId: press.projectId, operationId: cut.operationId }
    const details = { ...cut, actualHours: null, actualIncludesWaiting: false }
    expect(await call(getOperation, { params })).toEqual({ ...details, status: 'Pending', durationHours: 7.5 })
  })

  it('may have a category without a color, which is read as blue', async () => {
    const { color, ...saw } = category
    answerWith(() => json([saw]))
    expect(await call(listCategories, {})).toEqual([{ ...saw, color: '#3498db' }])
  })

  it('may spell the id of a user in two ways, and gets the specified defaults for role and status', async () => {
    const me = await call(getMe, {})
    const { id, userId, role, status, ...rest } = me
    answerWith(() => json({ ...rest, UserId: userId }))
    expect(await call(getMe, {})).toEqual({ ...me, role: 'User', status: 'Active' })
    answerWith(() => json({ ...rest, id }))
    expect(await call(getMe, {})).toEqual({ ...me, role: 'User', status: 'Active' })
  })

  it.each([
    ['an HTML error page', () => new Response('<html>502 Bad Gateway</html>', { status: 502 })],
    ['HTML with success', () => new Response('<!doctype html><title>Proxy</title>')],
    ['nothing at all', () => new Response('')],
    ['truncated JSON', () => new Response('[{"projectId":"p","projectNa')],
    ['another kind', () => json('projects')],
    ['an error without a message', () => json({ code: 'internal' }, 500)],
  ])('that is %s leads to the fallback sentence of its call', async (_kind, make) => {
    answerWith(make)
    expect((await failure(call(listProjects, {}))).message).toBe('Failed to fetch projects')
  })

  it('that never arrives for lack of a network leads to the fallback sentence and the code network', async () => {
    browser.interfere(() => {
      throw new TypeError('Failed to fetch')
    })
    const error = await failure(call(listProjects, {}))
    expect([error.code, error.status, error.message]).toEqual(['network', 0, 'Failed to fetch projects'])
  })

  it('leads to no other error than ApiError in 2,000 generated answers', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const text = fc.oneof(
      fc.json(),
      fc.string(),
      fc.json().map((body) => body.slice(0, body.length / 2)),
      fc
        .dictionary(fc.constantFrom('Id', 'tenantId', 'name', 'progress', 'Projects', 'error'), fc.jsonValue())
        .map((value) => JSON.stringify(value)),
      fc
        .array(fc.dictionary(fc.constantFrom('projectId', 'ProjectName', 'priority', 'is_valid'), fc.jsonValue()))
        .map((value) => JSON.stringify(value)),
    )
    const status = fc.constantFrom(200, 200, 200, 201, 204, 400, 404, 409, 412, 422, 500, 502, 503)
    const param = new Proxy({}, { get: () => 'x' })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...endpoints), status, text, async (endpoint, code, body) => {
        answerWith(() => new Response(code === 204 ? null : body, { status: code }))
        const parts = { params: param, query: {}, body: {} }
        try {
          await call(endpoint as Endpoint, parts as never)
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError)
          expect((error as ApiError).message).not.toBe('')
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a refused request', () => {
  it('with 401 ends the session of the page, except for a call with `keeps401`', async () => {
    answerWith(() => json({ error: 'Sign in to continue.', code: 'unauthenticated', requestId: 'r1' }, 401))
    expect((await failure(call(listProjects, {}))).requestId).toBe('r1')
    expect(ended).toHaveBeenCalledOnce()
    await failure(call(getValidate, {}, { keeps401: true }))
    expect(ended).toHaveBeenCalledOnce()
  })

  it('with 403 or 429 is logged with the specified words', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    await failure(call(listTenants, {}))
    answerWith(() => json({ error: 'Slow down' }, 429))
    await failure(call(listProjects, {}))
    expect(warn.mock.calls.flat()).toEqual(['Access forbidden', 'Rate limit exceeded'])
    warn.mockRestore()
  })

  it('with 429 or 503 gives an error with the delay that the server asks for', async () => {
    for (const [header, retryAfterMs] of [
      ['2', 2_000],
      ['Wed, 18 Nov 2026 09:00:00 GMT', null],
      [null, null],
    ] as const) {
      const headers: Record<string, string> = header === null ? {} : { 'Retry-After': header }
      answerWith(() => new Response(JSON.stringify({ error: 'Busy', code: 'rate_limited' }), { status: 429, headers }))
      expect((await failure(call(listCategories, {}))).retryAfterMs, String(header)).toBe(retryAfterMs)
    }
  })

  it('with 412 gives an error with the current version', async () => {
    answerWith(() => json({ error: 'Changed', code: 'stale', requestId: 'r', currentVersion: 7 }, 412))
    const error = await failure(call(getProject, { params: { id: 'x' } }))
    expect([error.code, error.currentVersion]).toEqual(['stale', 7])
  })

  it('about the tenant is sent once more and then fails with a sentence for the reader', async () => {
    answerWith(() => json({ error: 'Tenant processing error', code: 'tenant_mismatch' }, 409))
    const error = await failure(call(listProjects, {}))
    expect(browser.calls).toHaveLength(2)
    expect(error.message).toBe('Tenant validation error: Please ensure you have selected a valid tenant.')
  })

  it('is not sent again after another tab has switched the organization', async () => {
    const other = await server.newTenant()
    localStorage.setItem('currentTenantId', other.tenantId)
    sessionStorage.setItem('currentTenantId', tenant.tenantId)
    answerWith(() => json({ error: 'Tenant processing error', code: 'tenant_mismatch' }, 409))
    expect((await failure(call(listProjects, {}))).code).toBe('tenant_switched')
    expect(browser.calls).toHaveLength(1)
  })
})

describe('the sentence of a failed call', () => {
  it('exists for every call, and none of them names a path', () => {
    for (const { failed } of endpoints) expect(failed).toMatch(/^[A-Z][^/:]+$/)
  })

  it('is followed by the reason why there was no answer', () => {
    const why = (code: ApiErrorCode) => errorSentence(new ApiError(code, 'Failed to fetch projects'))
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    expect(why('network')).toBe('Failed to fetch projects. The server cannot be reached.')
    expect(why('timeout')).toBe('Failed to fetch projects. The server did not answer in time.')
    expect(why('internal')).toBe('Failed to fetch projects')
    onLine.mockReturnValue(false)
    expect(why('network')).toBe('Failed to fetch projects. You are offline.')
    onLine.mockRestore()
  })

  it('is the specified one after a second failure', async () => {
    browser.interfere(() => (browser.calls.length === 1 ? json({ error: 'Invalid tenant ID' }, 400) : json({}, 500)))
    const params = { projectId: crypto.randomUUID(), operationId: crypto.randomUUID() }
    const error = await failure(call(putOperation, { params, body: { notes: 'Steel' } }))
    expect(error.message).toBe('Failed to update project operation after retry')
  })

  it('is the specified one for a missing and for an empty answer', async () => {
    browser.interfere(() => {
      throw new TypeError('Failed to fetch')
    })
    expect((await failure(call(getProfile, {}))).message).toBe('Error fetching user profile')
    expect((await failure(call(putSettings, { body: {} }))).message).toBe('Error updating settings')
    answerWith(() => json('', 200))
    const query = { projectIds: [crypto.randomUUID()] }
    expect((await failure(call(batchOperations, { query }))).message).toBe('Batch operations request returned no data')
    answerWith(() => json({}, 500))
    expect((await failure(call(getProfile, {}))).message).toBe('Failed to fetch user profile')
  })
})

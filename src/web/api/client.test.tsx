import { MutationObserver, QueryClient } from '@tanstack/react-query'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { getValidate } from '#contract/auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { batchOperations, putOperation } from '#contract/operations.ts'
import { getProject, listProjects, putProject } from '#contract/projects.ts'
import { endpoints } from '#contract/registry.ts'
import { listTenants, listUserAssociations } from '#contract/tenants.ts'
import { getProfile, putSettings } from '#contract/users.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, type TestBrowser, useServer } from '#testing/web-harness.ts'
import { ApiError, type ApiErrorCode, errorSentence } from './api-error.ts'
import { call, onSessionEnded } from './client.ts'
import { fallbackSentence } from './fallback-sentences.ts'
import { patchProjectMutation, saveProjectMutation } from './projects.mutations.ts'
import { sendWrite } from './record-writes.ts'

let server: TestServer
let tenant: TestTenant
let browser: TestBrowser
const ended = vi.fn()
beforeAll(async () => {
  server = await startServer()
  tenant = await server.newTenant({ name: 'Łódź Works' })
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

describe('what goes out', () => {
  it('is nothing for a project without an id (specification 5)', async () => {
    const client = new QueryClient()
    const write = {
      projectId: ' ',
      fields: { projectName: 'Press' },
      seen: {},
      version: 1,
      subject: '',
      door: 'drag',
    } as const
    const sent = [
      new MutationObserver(client, saveProjectMutation(client)).mutate(write),
      sendWrite(client, patchProjectMutation(client), write),
    ]
    for (const each of sent) expect((await failure(each)).message).toBe('Project ID is required')
    expect(browser.calls).toEqual([])
  })

  it('carries the headers of specification 7 as stored, in letters a header can hold', async () => {
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

  it('says when no person asked for it, so that an open tab keeps no idle session alive', async () => {
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
    // The last deed lies in the future as long as this page lives, unless there is one now.
    dispatchEvent(new Event('keydown'))
    expect(await marks()).toBeNull()
  })

  it('writes projects in PascalCase with ModifiedBy and If-Match', async () => {
    const fields = { projectName: 'Gantry', plannedShipDate: null }
    const params = { id: crypto.randomUUID() }
    const error = await failure(call(putProject, { params, body: fields }, { ifMatch: 3, door: 'drag' }))
    const sent = browser.lastBody(`PUT /api/projects/${params.id}`)
    expect(sent).toEqual({ ProjectName: 'Gantry', PlannedShipDate: null, ModifiedBy: tenant.admin.name })
    expect(browser.lastHeaders()).toMatchObject({ 'if-match': '"3"', 'x-change-door': 'drag' })
    expect([error.status, error.code]).toEqual([404, 'not_found'])
  })
})

describe('what comes back', () => {
  it.each([
    ['camelCase', { isValid: true, userId: 'u', isAdmin: true, isSuperAdmin: false }],
    ['PascalCase and flags as text', { IsValid: 'True', UserId: 'u', IsAdmin: 'true', IsSuperAdmin: 'False' }],
    ['snake_case', { is_valid: true, user_id: 'u', is_admin: 1, is_super_admin: null }],
  ])('reads a session in %s', async (_spelling, body) => {
    answerWith(() => json(body))
    const found = await call(getValidate, {})
    expect(found).toMatchObject({ isValid: true, userId: 'u', isAdmin: true, isSuperAdmin: false, tenantId: null })
  })

  it.each([
    { Tenants: [{ TenantId: 'a', Name: 'A' }] },
    { tenants: [{ tenantId: 'a', name: 'A' }] },
    [{ id: 'a', tenantName: 'A' }],
    { tenants: [{ tenantId: 'a', name: 'A' }, null, 7, { name: 'without an id' }] },
  ])('reads associations of every shape', async (body) => {
    answerWith(() => json(body))
    const { tenants } = await call(listUserAssociations, { params: { userId: tenant.admin.userId } })
    expect(tenants).toEqual([{ tenantId: 'a', name: 'A' }])
  })

  it('mends a project: text for numbers, missing lists and words get the specification’s defaults', async () => {
    answerWith(() =>
      json([{ ProjectId: 'p', ProjectName: null, Priority: '85', Progress: '40.5', ship_date: 'soon' }, {}]),
    )
    const [project, ...others] = await call(listProjects, {})
    expect(others).toEqual([])
    expect(project).toMatchObject({
      projectId: 'p',
      projectName: '',
      priority: 85,
      progressPercentage: 40.5,
      plannedShipDate: 'soon',
      status: 'New',
      currentPhase: 'engineering',
      state: 'unscheduled',
      currentOperation: null,
    })
  })

  it.each([
    ['an HTML error page', () => new Response('<html>502 Bad Gateway</html>', { status: 502 })],
    ['HTML with success', () => new Response('<!doctype html><title>Proxy</title>')],
    ['nothing at all', () => new Response('')],
    ['truncated JSON', () => new Response('[{"projectId":"p","projectNa')],
    ['another kind', () => json('projects')],
    ['an error without words', () => json({ code: 'internal' }, 500)],
  ])('%s: the sentence of specification 8.4', async (_kind, make) => {
    answerWith(make)
    expect((await failure(call(listProjects, {}))).message).toBe('Failed to fetch projects')
  })

  it('no network: the fallback sentence, code network', async () => {
    browser.interfere(() => {
      throw new TypeError('Failed to fetch')
    })
    const error = await failure(call(listProjects, {}))
    expect([error.code, error.status, error.message]).toEqual(['network', 0, 'Failed to fetch projects'])
  })

  it('survives 2,000 generated answers to every call without another kind of error', async () => {
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

describe('refusals', () => {
  it('401 ends the session of the page, once told not to it does not', async () => {
    answerWith(() => json({ error: 'Sign in to continue.', code: 'unauthenticated', requestId: 'r1' }, 401))
    expect((await failure(call(listProjects, {}))).requestId).toBe('r1')
    expect(ended).toHaveBeenCalledOnce()
    await failure(call(getValidate, {}, { keeps401: true }))
    expect(ended).toHaveBeenCalledOnce()
  })

  it('403 and 429 are logged in the specification’s words', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    await failure(call(listTenants, {}))
    answerWith(() => json({ error: 'Slow down' }, 429))
    await failure(call(listProjects, {}))
    expect(warn.mock.calls.flat()).toEqual(['Access forbidden', 'Rate limit exceeded'])
    warn.mockRestore()
  })

  it('412 carries the present version', async () => {
    answerWith(() => json({ error: 'Changed', code: 'stale', requestId: 'r', currentVersion: 7 }, 412))
    const error = await failure(call(getProject, { params: { id: 'x' } }))
    expect([error.code, error.currentVersion]).toEqual(['stale', 7])
  })

  it('a tenant problem is tried once more and then told in the reader’s words', async () => {
    answerWith(() => json({ error: 'Tenant processing error', code: 'tenant_mismatch' }, 409))
    const error = await failure(call(listProjects, {}))
    expect(browser.calls).toHaveLength(2)
    expect(error.message).toBe('Tenant validation error: Please ensure you have selected a valid tenant.')
  })

  it('where another tab has switched, nothing is sent again', async () => {
    const other = await server.newTenant()
    localStorage.setItem('currentTenantId', other.tenantId)
    sessionStorage.setItem('currentTenantId', tenant.tenantId)
    answerWith(() => json({ error: 'Tenant processing error', code: 'tenant_mismatch' }, 409))
    expect((await failure(call(listProjects, {}))).code).toBe('tenant_switched')
    expect(browser.calls).toHaveLength(1)
  })
})

describe('sentences', () => {
  it('every call has one, and it names no path', () => {
    for (const { method, path } of endpoints) expect(fallbackSentence({ method, path })).toMatch(/^[A-Z][^/:]+$/)
  })

  it.each([
    ['GET', '/tenants', 'Failed to fetch organizations'],
    ['PUT', '/users/me/tenant', 'Failed to set tenant'],
    ['POST', '/projects/schedule-all', 'Failed to schedule all projects'],
    ['POST', '/operations/bulk', 'Failed to update operations'],
    ['POST', '/scheduling-runs/:runId/revert', 'Failed to revert scheduling run'],
    [
      'DELETE',
      '/project-operations/projects/:projectId/operations/:operationId',
      'Failed to remove operation from project',
    ],
  ] as const)('%s %s: %s', (method, path, sentence) => {
    expect(fallbackSentence({ method, path })).toBe(sentence)
  })

  it('says why nobody answered, behind the sentence of the call', () => {
    const why = (code: ApiErrorCode) => errorSentence(new ApiError(code, 'Failed to fetch projects'))
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    expect(why('network')).toBe('Failed to fetch projects. The server cannot be reached.')
    expect(why('timeout')).toBe('Failed to fetch projects. The server did not answer in time.')
    expect(why('internal')).toBe('Failed to fetch projects')
    onLine.mockReturnValue(false)
    expect(why('network')).toBe('Failed to fetch projects. You are offline.')
    onLine.mockRestore()
  })

  it('creates nothing where something else was meant', () => {
    const creates = endpoints.filter(({ method, path }) => /^Failed to create/.test(fallbackSentence({ method, path })))
    // What is created is named by the end of the path.
    expect(creates.map(({ path }) => path.split('/').at(-1)).filter((end) => !end?.endsWith('s'))).toEqual([])
  })

  it('a second failure is worded as the specification does', () => {
    const path = '/project-operations/projects/:projectId/operations/:operationId'
    expect(fallbackSentence({ method: 'PUT', path, afterRetry: true })).toBe(
      'Failed to update project operation after retry',
    )
  })

  it('nobody answered, nothing was answered, only dates were sent: worded as the specification does', async () => {
    browser.interfere(() => {
      throw new TypeError('Failed to fetch')
    })
    expect((await failure(call(getProfile, {}))).message).toBe('Error fetching user profile')
    expect((await failure(call(putSettings, { body: {} }))).message).toBe('Error updating settings')
    const params = { projectId: crypto.randomUUID(), operationId: crypto.randomUUID() }
    const dates = { scheduledStartDate: '2026-11-23T08:00:00Z', scheduledEndDate: '2026-11-23T16:00:00Z' }
    const put = async (body: object) => (await failure(call(putOperation, { params, body }))).message
    expect(await put(dates)).toBe('Failed to update operation dates')
    expect(await put({ ...dates, notes: 'Steel' })).toBe('Failed to update project operation')
    answerWith(() => json('', 200))
    const query = { projectIds: [params.projectId] }
    expect((await failure(call(batchOperations, { query }))).message).toBe('Batch operations request returned no data')
    answerWith(() => json({}, 500))
    expect((await failure(call(getProfile, {}))).message).toBe('Failed to fetch user profile')
  })
})

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actionOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/registry.ts'
import { valueAt } from '#domain/value-at.ts'
import type { TestAnswer } from '#testing/call-as.ts'
import { buildCanaryTenant, type CanaryTenant, tenantDigest } from '#testing/cross-tenant/canary-tenant.ts'
import { findLeak } from '#testing/cross-tenant/find-leak.ts'
import { kindOf, realize, requestPlan } from '#testing/cross-tenant/random-request.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'

/** The full test uses 10,000: CROSS_TENANT_REQUESTS=10000. */
const requests = Number(process.env.CROSS_TENANT_REQUESTS ?? 600)
const requestsPerRound = 150

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

describe('organizations are isolated from each other', () => {
  it(`${requests} random requests show and change nothing of other organizations`, {
    timeout: 60_000 + requests * 100,
  }, async () => {
    const statuses = new Map<number, number>()
    for (let done = 0; done < requests; done += requestsPerRound) {
      const own = await buildCanaryTenant(server)
      const others = [await buildCanaryTenant(server), await buildCanaryTenant(server)]
      const before = await Promise.all(others.map(({ ctx }) => tenantDigest(ctx)))
      const adopted = new Set<string>()
      const plans = fc.tuple(requestPlan, fc.boolean())
      await fc.assert(
        fc.asyncProperty(plans, async ([plan, second]) => {
          const request = realize(plan, own, valueAt(others, second ? 1 : 0))
          const { method, path, body, headers } = request
          const answer = await server.as(own[plan.actor]).call(method, path, body, headers)
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
          // A new operation may reuse an id of another organization; from then on the id is ours too.
          const made = /^addOperations?$/.test(plan.endpoint.name) && answer.status === 200
          for (const id of made ? request.sentIds : []) adopted.add(id)
          expect(
            findLeak(answer, request, others, adopted),
            `${method} ${path} answered ${answer.text.slice(0, 400)}`,
          ).toBeNull()
          expect(answer.status, `${method} ${path} ${JSON.stringify(body)} answered ${answer.text}`).toBeLessThan(500)
          const isOfTenant = plan.endpoint.access === 'tenant' || actionOf(plan.endpoint.access) !== null
          const isTaken = plan.actor !== 'device' && (plan.actor !== 'script' || plan.endpoint.takesApiTokens)
          if (plan.tenantHeader === 'foreign' && isOfTenant && isTaken) {
            expect(answer.status).toBe(409)
          }
        }),
        { numRuns: Math.min(requestsPerRound, requests - done), endOnFailure: true },
      )
      expect(await Promise.all(others.map(({ ctx }) => tenantDigest(ctx)))).toEqual(before)
    }
    // Requests that are refused everywhere prove nothing.
    const accepted = [200, 201, 202, 204].reduce((sum, status) => sum + (statuses.get(status) ?? 0), 0)
    expect(accepted).toBeGreaterThan(requests / 8)
    expect(statuses.get(404)).toBeGreaterThan(requests / 20)
    expect(server.logs.filter((line) => line.includes('canary'))).toEqual([])
  })
})

/** An answer without the parts that differ in every request: the request id and the requested id. */
const comparable = ({ status, text, headers }: TestAnswer, askedId: string) => ({
  status,
  text: text.replaceAll(/"requestId":"[^"]*"/g, '"requestId":""').replaceAll(askedId, '<id>'),
  headers: Object.keys(headers).sort(),
  length: headers['content-length'],
})

describe('an id of another organization is treated like an unknown id', () => {
  const body = {
    name: 'Same',
    projectName: 'Same',
    operationIds: [],
    moves: [{ operationId: randomUUID(), scheduledStartDate: null, scheduledEndDate: null }],
    progressPercentage: 10,
    items: [],
    showsForecast: true,
    applies: false,
    seen: 'Same',
    expires: 'in30Days',
    startedAt: '2026-01-12T08:00:00Z',
    endedAt: '2026-01-12T09:00:00Z',
    word: 'Same',
    versions: [{ effectiveFrom: null, periods: [], breaks: [] }],
  }
  let own: CanaryTenant
  let foreign: CanaryTenant
  beforeAll(async () => {
    own = await buildCanaryTenant(server)
    foreign = await buildCanaryTenant(server)
  })

  const withIds = endpoints.filter(({ path, name }) => /:\w*id/i.test(path) && name !== 'addOperation')
  it.each(withIds.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s',
    async (_, endpoint) => {
      const parameters = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
      const sent =
        endpoint.method === 'GET' || endpoint.method === 'DELETE'
          ? undefined
          : endpoint.name === 'addOperations'
            ? []
            : { ...body, ...(endpoint.name === 'reportWorkTime' && { kind: 'start' }), projectId: own.ids.project[0] }
      const ask = async (asked: number, askedId: string) => {
        const ids = parameters.map((name, index) =>
          index === asked ? askedId : own.ids[kindOf(endpoint.path, name)][0],
        )
        const path = endpoint.path.replaceAll(/:(\w+)/g, (__, name: string) => ids[parameters.indexOf(name)] ?? '')
        const headers = endpoint.versioned === 'required' ? { 'If-Match': '1' } : undefined
        return comparable(await server.as(own.admin).call(endpoint.method, path, sent, headers), askedId)
      }
      for (const [asked, name] of parameters.entries()) {
        const foreignId = foreign.ids[kindOf(endpoint.path, name)][0] ?? ''
        const answer = await ask(asked, foreignId)
        expect(answer).toEqual(await ask(asked, randomUUID()))
        expect([403, 404]).toContain(answer.status)
      }
    },
  )

  it('inside bodies', async () => {
    const [projectId] = own.ids.project
    const base = `/project-operations/projects/${projectId}/operations`
    const one = `${base}/${own.ids.operation[0]}`
    const cases: [string, string, (id: string) => object, string | undefined][] = [
      ['POST', base, (id) => ({ categoryId: id }), foreign.ids.category[0]],
      ['PUT', one, (id) => ({ categoryId: id }), foreign.ids.category[0]],
      ['PUT', one, (id) => ({ dependsOnOperationId: id }), foreign.ids.operation[0]],
      ['PUT', one, (id) => ({ dependencies: [id] }), foreign.ids.operation[0]],
      [
        'POST',
        `${base}/batch`,
        (id) => [{ operationId: own.ids.operation[0], dependsOnOperationId: id }],
        foreign.ids.operation[0],
      ],
      [
        'PUT',
        `/project-operations/projects/${projectId}/sequence`,
        (id) => ({ operationIds: [id] }),
        foreign.ids.operation[0],
      ],
      ['POST', '/categories', (id) => ({ name: 'New', shiftId: id }), foreign.ids.shift[0]],
      ['PUT', `/categories/${own.ids.category[0]}`, (id) => ({ shiftId: id }), foreign.ids.shift[0]],
      ['PUT', '/organisation', (id) => ({ defaultShiftId: id }), foreign.ids.shift[0]],
      ['POST', '/holidays', (id) => ({ name: 'Fair', date: '2026-12-01', categoryId: id }), foreign.ids.category[0]],
      ['PUT', '/users/me/tenant', (id) => ({ tenantId: id }), foreign.ids.tenant[0]],
    ]
    for (const [method, path, bodyWith, foreignId = ''] of cases) {
      const ask = async (id: string) => comparable(await server.as(own.admin).call(method, path, bodyWith(id)), id)
      const answer = await ask(foreignId)
      expect(answer, `${method} ${path}`).toEqual(await ask(randomUUID()))
      expect([400, 403, 404], `${method} ${path} answered ${answer.text}`).toContain(answer.status)
    }
  })

  it('numbers and names used in another organization are free in this one', async () => {
    const theirs = (await server.as(foreign.admin).get(`/projects/${foreign.ids.project[1]}`)).body
    const taken = { projectNumber: theirs.projectNumber }
    expect((await server.as(own.admin).post('/projects', taken)).status).toBe(201)
    expect((await server.as(own.admin).post('/projects', taken)).status).toBe(409)
  })

  it('a new operation may reuse the id of one in another organization, and both stay separate', async () => {
    const operationId = foreign.ids.operation[0]
    const mine = `/project-operations/projects/${own.ids.project[1]}/operations/${operationId}`
    const theirs = `/project-operations/projects/${foreign.ids.project[0]}/operations/${operationId}`
    const before = (await server.as(foreign.admin).get(theirs)).body
    expect((await server.as(own.admin).post(mine, { name: 'Mine' })).body).toMatchObject({ name: 'Mine', operationId })
    expect((await server.as(own.admin).delete(mine)).status).toBe(204)
    expect((await server.as(foreign.admin).get(theirs)).body).toEqual(before)
  })
})

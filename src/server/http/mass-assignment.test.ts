import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallAs } from '#testing/call-as.ts'
import { buildCanaryTenant, type CanaryTenant, tenantDigest } from '#testing/cross-tenant/canary-tenant.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'

let server: TestServer
let own: CanaryTenant
let other: CanaryTenant
let admin: CallAs
beforeAll(async () => {
  server = await startServer()
  own = await buildCanaryTenant(server)
  other = await buildCanaryTenant(server)
  admin = server.as(own.admin)
})
afterAll(() => server.close())

/** Fields that no body may set, in camelCase; the ids of the record are added per resource. */
const forbidden = () => ({
  tenantId: other.tenant.tenantId,
  id: randomUUID(),
  version: 4_711,
  createdAt: '1999-01-01T00:00:00.000Z',
  modifiedAt: '1999-01-01T00:00:00.000Z',
  modifiedBy: 'Mallory',
  isAdmin: true,
  isSuperAdmin: true,
  passwordHash: 'x',
  isSystemTemplate: true,
  placement: { factors: [], unplaced: null, warnings: [] },
  planVersion: 0,
  lastProjectNumber: 0,
  operationCount: 99,
  state: 'onTime',
})

const spellings: [string, (name: string) => string][] = [
  ['camelCase', (name) => name],
  ['PascalCase', (name) => name.charAt(0).toUpperCase() + name.slice(1)],
  ['snake_case', (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)],
]

const day = '2026-12-24'
const versions = [{ effectiveFrom: null, periods: [], breaks: [] }]
const resources = (): [name: string, path: string, idName: string, body: object, put: boolean][] => [
  ['project', '/projects', 'projectId', {}, true],
  ['operation', `/project-operations/projects/${own.ids.project[0]}/operations`, 'operationId', {}, true],
  ['category', '/categories', 'categoryId', { name: `Lathe ${randomUUID()}` }, true],
  ['shift', '/shifts', 'shiftId', { name: `Night ${randomUUID()}`, versions }, true],
  ['holiday', '/holidays', 'holidayId', { name: 'Fair', date: day }, true],
  ['template', '/holiday-templates', 'templateId', { name: 'Custom', items: [] }, true],
  [
    'exception',
    '/calendar-exceptions',
    'exceptionId',
    { kind: 'downtime', name: 'Service', startsAt: `${day}T06:00:00Z`, endsAt: `${day}T08:00:00Z` },
    false,
  ],
]

const names = ['project', 'operation', 'category', 'shift', 'holiday', 'template', 'exception']

describe.each(spellings)('fields nobody may set, in %s', (_, spell) => {
  const hostile = (idName: string) =>
    Object.fromEntries(
      Object.entries({ ...forbidden(), [idName]: randomUUID() }).map(([name, value]) => [spell(name), value]),
    )

  it.each(names)('%s', async (wanted) => {
    const before = await tenantDigest(other.ctx)
    const found = resources().find(([name]) => name === wanted)
    if (!found) throw new Error(`No resource ${wanted}`)
    const [, path, idName, body, put] = found
    const plain = await admin.post(path, body)
    const created = await admin.post(path, {
      ...body,
      ...(wanted === 'project' || wanted === 'operation' ? {} : { name: `Other ${randomUUID()}` }),
      ...hostile(idName),
    })
    expect([plain.status, created.status]).toEqual([201, 201])
    const record = created.body
    const sent = Object.values(hostile(idName))
    expect(record).toMatchObject({ version: 1, modifiedBy: own.admin.name })
    expect(Object.keys(record).sort()).toEqual(Object.keys(plain.body).sort())
    expect(record.createdAt).not.toContain('1999')
    expect(sent).not.toContain(record[idName])
    if (put) {
      const changed = await admin.put(`${path}/${record[idName]}`, hostile(idName))
      expect(changed.status).toBe(200)
      expect(changed.body).toEqual({ ...record, version: 2, modifiedAt: changed.body.modifiedAt })
      expect(changed.body.modifiedAt).not.toContain('1999')
    }
    expect(await tenantDigest(other.ctx)).toBe(before)
  })

  it('organisation', async () => {
    const before = (await admin.get('/organisation')).body
    const { body } = await admin.put('/organisation', hostile('tenantId'))
    expect(body).toEqual({
      ...before,
      version: before.version + 1,
      modifiedAt: body.modifiedAt,
      modifiedBy: own.admin.name,
    })
  })
})

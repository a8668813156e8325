import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mostScheduledExports, type ScheduledExport } from '#contract/scheduled-exports.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { scheduledExports } from '../../db/tables/scheduled-exports.table.ts'

const secretsKey = 'a key of thirty-two characters or more'
const password = 'Canary-Passw0rd'

let folder = ''
let server: TestServer
let tenant: TestTenant
let other: TestTenant

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exports-'))
  server = await startServer({
    EXCHANGE_ALLOWED_HOSTS: 'erp.example.com,https://other.example.com:8443',
    EXCHANGE_FOLDER: folder,
    SECRETS_KEY: secretsKey,
  })
  tenant = await server.newTenant({ timeZone: 'America/Chicago' })
  other = await server.newTenant()
  await mkdir(join(folder, tenant.tenantId))
})
beforeEach(async () => {
  const ctx = await server.contextOf(tenant.admin)
  await server.services.db.withTenant(ctx, (tx) => tx.delete(scheduledExports))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const basic = {
  kind: 'address',
  method: 'PUT',
  url: 'https://erp.example.com/dates',
  signIn: { kind: 'basic', user: 'plan' },
}
const input = (changes: object = {}) => ({
  name: 'Dates for the ERP',
  target: { ...basic, signIn: { kind: 'none' } },
  datesOf: 'projects',
  format: 'csv',
  importedOnly: false,
  schedule: { kind: 'daily', at: '05:30', weekdays: [1, 2, 3, 4, 5] },
  ...changes,
})
const make = async (changes: object = {}, actor: Actor = tenant.planner): Promise<ScheduledExport> => {
  const { status, body, text } = await server.as(actor).post('/scheduled-exports', input(changes))
  expect({ status, text: status === 201 ? '' : text }).toEqual({ status: 201, text: '' })
  return body
}
const refusal = async (changes: object, status: number): Promise<string> => {
  const answer = await server.as(tenant.planner).post('/scheduled-exports', input(changes))
  expect({ changes, status: answer.status }).toEqual({ changes, status })
  return answer.text
}
const storedSecret = async (exportId: string): Promise<string | null | undefined> => {
  const ctx = await server.contextOf(tenant.admin)
  const [row] = await server.services.db.withTenant(ctx, (tx) =>
    tx.select().from(scheduledExports).where(eq(scheduledExports.exportId, exportId)),
  )
  return row?.secret
}

describe('a scheduled export', () => {
  it('is due at its next time in the zone of the organization', async () => {
    // The clock says 03:00 on a Wednesday in Chicago.
    const made = await make()
    expect(made).toMatchObject({
      name: 'Dates for the ERP',
      version: 1,
      nextAt: '2026-11-18T11:30:00.000Z',
      hasSecret: false,
      isMine: true,
      isPaused: false,
      sentAt: null,
      failures: 0,
      isBroken: false,
      problem: null,
    })
    const { body } = await server.as(tenant.planner).get('/scheduled-exports')
    expect(body).toEqual({
      places: {
        allowedOrigins: ['https://erp.example.com', 'https://other.example.com:8443'],
        folder: join(folder, tenant.tenantId),
      },
      exports: [made],
    })
    expect((await server.as(other.planner).get('/scheduled-exports')).body).toMatchObject({
      places: { folder: null },
      exports: [],
    })
  })

  it('is paused, resumed and given another schedule', async () => {
    const { exportId } = await make()
    const change = (body: object, version: number) =>
      server.as(tenant.planner).patch(`/scheduled-exports/${exportId}`, body, { 'If-Match': `"${version}"` })
    expect((await change({ isPaused: true }, 1)).body).toMatchObject({ isPaused: true, nextAt: null, version: 2 })
    expect((await change({ isPaused: false }, 1)).status).toBe(412)
    expect((await change({ isPaused: false }, 2)).body).toMatchObject({ nextAt: '2026-11-18T11:30:00.000Z' })
    const hourly = { schedule: { kind: 'hourly', minute: 15 } }
    expect((await change(hourly, 3)).body).toMatchObject({ nextAt: '2026-11-18T09:15:00.000Z', version: 4 })
    expect((await server.as(tenant.planner).delete(`/scheduled-exports/${exportId}`)).status).toBe(204)
    expect((await server.as(tenant.planner).get('/scheduled-exports')).body.exports).toEqual([])
  })

  it('is changed and deleted by its author and by admins, who then are its author', async () => {
    const { exportId } = await make()
    const colleague = await server.newUser({ memberOf: [{ tenantId: tenant.tenantId }] })
    const path = `/scheduled-exports/${exportId}`
    const refused = await server.as(colleague).patch(path, { isPaused: true })
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('Only its author and admins of this organization can change or delete it.')
    expect((await server.as(colleague).delete(path)).status).toBe(403)
    expect((await server.as(colleague).get('/scheduled-exports')).body.exports).toMatchObject([{ isMine: false }])
    const { body } = await server.as(tenant.admin).patch(path, { importedOnly: true })
    const { userName } = await server.contextOf(tenant.admin)
    expect(body).toMatchObject({ createdBy: userName, importedOnly: true })
    // The former author is a colleague now.
    expect((await server.as(tenant.planner).delete(path)).status).toBe(403)
    expect((await server.as(tenant.admin).delete(path)).status).toBe(204)
  })

  it('is refused to people who do not plan the whole shop', async () => {
    const ctx = await server.contextOf(tenant.admin)
    const { categoryId } = await buildCategory(ctx, {})
    const { exportId } = await make()
    for (const member of [{ access: 'view' }, { access: 'report' }, { workCenterIds: [categoryId] }] as const) {
      const actor = await server.newUser({ memberOf: [{ tenantId: tenant.tenantId, ...member }] })
      for (const ask of [
        () => server.as(actor).get('/scheduled-exports'),
        () => server.as(actor).post('/scheduled-exports', input({ name: 'Other' })),
        () => server.as(actor).post(`/scheduled-exports/${exportId}/send`),
        () => server.as(actor).get(`/scheduled-exports/${exportId}/file`),
      ]) {
        expect((await ask()).status).toBe(403)
      }
    }
  })

  it('has a name and a file of its own', async () => {
    const toFile = { target: { kind: 'folder', fileName: 'dates.csv' } }
    const { exportId } = await make(toFile)
    expect(await refusal({ name: 'dates FOR the erp' }, 409)).toContain('There is an export with the name')
    expect(
      await refusal({ ...toFile, name: 'Other', target: { kind: 'folder', fileName: 'DATES.csv' } }, 409),
    ).toContain('Another export writes the file DATES.csv.')
    const same = await server.as(tenant.planner).patch(`/scheduled-exports/${exportId}`, { name: 'Dates', ...toFile })
    expect(same.status).toBe(200)
  })

  it('is one of at most 20', async () => {
    for (let made = 0; made < mostScheduledExports; made += 1) await make({ name: `Export ${made}` })
    expect(await refusal({ name: 'One more' }, 422)).toContain('at most 20 scheduled exports')
  })
})

describe('where a scheduled export may go', () => {
  it('is an address that the operator lists', async () => {
    for (const url of [
      'https://evil.example/dates',
      'http://erp.example.com/dates',
      'https://erp.example.com:8443/dates',
      'https://erp.example.com.evil.example/dates',
      'https://erp.example.com@evil.example/dates',
      'https://user:word@erp.example.com/dates',
      'http://169.254.169.254/latest/meta-data',
      'http://localhost/dates',
      'http://[::1]/dates',
    ]) {
      await refusal({ target: { ...basic, url, signIn: { kind: 'none' } } }, 422)
    }
    const words = await refusal({ target: { ...basic, url: 'https://evil.example/x', signIn: { kind: 'none' } } }, 422)
    expect(words).toContain('https://erp.example.com, https://other.example.com:8443')
    for (const url of ['ftp://erp.example.com/x', 'javascript:alert(1)', 'dates', '']) {
      await refusal({ target: { ...basic, url, signIn: { kind: 'none' } } }, 400)
    }
  })

  it('is a plain file name in a folder that the operator has made', async () => {
    for (const fileName of ['../dates.csv', 'a/b.csv', '.hidden', 'dates*.csv', 'c:dates.csv', '']) {
      await refusal({ target: { kind: 'folder', fileName } }, 400)
    }
    const answer = await server
      .as(other.planner)
      .post('/scheduled-exports', input({ target: { kind: 'folder', fileName: 'dates.csv' } }))
    expect(answer.status).toBe(422)
    expect(answer.text).toContain('no folder')
  })
})

describe('the file name of a scheduled export', () => {
  it.each(['a\nb.csv', 'a\u202evsc.exe', 'a\u007f.csv', 'out/a.csv', '.a.csv', 'dates*.csv'])(
    'is never %j',
    async (fileName) => {
      expect(await refusal({ target: { kind: 'folder', fileName } }, 400)).toContain('A file name without')
    },
  )
})

describe('the secret of a scheduled export', () => {
  it('is stored sealed and is in no answer, history or log', async () => {
    const target = { ...basic, url: 'https://erp.example.com/dates?key=hidden' }
    const { exportId } = await make({ target, secret: password })
    expect(await storedSecret(exportId)).toMatch(/^v1\./)
    const planner = server.as(tenant.planner)
    const answers = [
      await planner.get('/scheduled-exports'),
      await planner.patch(`/scheduled-exports/${exportId}`, { name: 'Renamed', secret: `${password}2` }),
      await planner.get('/history'),
      await server.as(tenant.admin).get('/admin/history'),
      await planner.patch(`/scheduled-exports/${exportId}`, { secret: `${password}\n` }),
    ]
    for (const { text } of answers) {
      expect(text).not.toContain(password)
      expect(text).not.toContain(await storedSecret(exportId))
    }
    expect(answers[0]?.body.exports).toMatchObject([{ hasSecret: true }])
    // The audit log names the address without its query, which may contain a key, and the last change is refused for its line end.
    expect(answers[3]?.text).toContain('https://erp.example.com/dates')
    expect(answers[3]?.text).not.toContain('hidden')
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 400])
    expect(server.logs.join('')).not.toContain(password)
  })

  it('is needed for a sign-in', async () => {
    expect(await refusal({ target: basic }, 422)).toContain('Enter the password.')
    const header = { ...basic, signIn: { kind: 'header', header: 'X-API-Key' } }
    expect(await refusal({ target: header }, 422)).toContain('Enter the value of the header X-API-Key.')
  })

  it('is refused where nothing signs in with it', async () => {
    const sentence = 'Nothing signs in with this. Choose an address with a sign-in, or leave it out.'
    expect(await refusal({ secret: password }, 400)).toContain(sentence)
    expect(await refusal({ secret: password, target: { kind: 'folder', fileName: 'a.csv' } }, 400)).toContain(sentence)
    const { exportId } = await make()
    const { status, body } = await server
      .as(tenant.planner)
      .patch(`/scheduled-exports/${exportId}`, { secret: password })
    expect([status, body.problems]).toEqual([400, [{ path: 'secret', message: sentence }]])
    expect(await storedSecret(exportId)).toBeNull()
  })

  it('is asked for again when the address is at another host', async () => {
    const { exportId } = await make({ target: basic, secret: password })
    const path = `/scheduled-exports/${exportId}`
    const before = await storedSecret(exportId)
    const elsewhere = { ...basic, url: 'https://other.example.com:8443/dates' }
    const refused = await server.as(tenant.admin).patch(path, { target: elsewhere })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('Enter the password again.')
    expect(await storedSecret(exportId)).toBe(before)
    const samePlace = { ...basic, url: 'https://erp.example.com/other-path', method: 'POST' }
    expect((await server.as(tenant.planner).patch(path, { target: samePlace })).status).toBe(200)
    expect(await storedSecret(exportId)).toBe(before)
    // Without a sign-in in between, the old one is gone.
    const open = { target: { ...basic, signIn: { kind: 'none' } } }
    expect((await server.as(tenant.planner).patch(path, open)).body).toMatchObject({ hasSecret: false })
    expect((await server.as(tenant.planner).patch(path, { target: basic })).status).toBe(422)
    expect((await server.as(tenant.admin).patch(path, { target: elsewhere, secret: 'new' })).status).toBe(200)
    expect(await storedSecret(exportId)).not.toBe(before)
  })
})

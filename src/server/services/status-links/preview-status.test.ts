import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'

let server: TestServer
let tenant: TestTenant
let projectId: string
beforeAll(async () => {
  server = await startServer()
})
beforeEach(async () => {
  tenant = await server.newTenant({ name: 'Northwind & Sons', timeZone: 'America/Chicago' })
  const fields = { projectName: 'Pump <skid>', plannedShipDate: '2027-03-12T14:00:00Z' }
  projectId = (await buildProject(await server.contextOf(tenant.admin), fields)).projectId
})
afterAll(() => server.close())

const preview = (query: string) => server.as(tenant.planner).get(`/projects/${projectId}/status-preview${query}`)

/** The page of the public address that was made with the same choices. */
const publicPage = async (showsForecast: boolean, reference: string) => {
  const body = { showsForecast, reference, expires: 'in30Days' }
  const made = await server.as(tenant.planner).post(`/projects/${projectId}/status-links`, body)
  return server.app.inject({ url: `/status/${made.body.linkToken}` })
}

const asPublic = (page: string) =>
  page.replace('<title>Preview of ', '<title>').replace(/<p class="preview">.*?<\/p>/, '')

it.each([
  ['with the forecast', true, '?reference=PO%20%22%3Cb%3E&forecast=shown'],
  ['without the forecast', false, '?reference=PO%20%22%3Cb%3E&forecast=hidden'],
])('a preview %s is the page of the customer with one line more, and has its headers', async (_, shows, query) => {
  const [shown, page] = [await preview(query), await publicPage(shows, 'PO "<b>')]
  expect(shown.status, shown.text).toBe(200)
  expect(shown.text).toContain('<p class="preview">Preview: ')
  expect(asPublic(shown.text)).toBe(page.body)
  for (const name of ['content-security-policy', 'content-type', 'referrer-policy', 'cache-control', 'x-robots-tag']) {
    expect(shown.headers[name], name).toBe(page.headers[name])
  }
})

it('a preview makes no link and leaves no history', async () => {
  await preview('')
  expect((await server.as(tenant.planner).get(`/projects/${projectId}/status-links`)).body).toEqual([])
  const { entries } = (await server.as(tenant.planner).get(`/history?projectId=${projectId}`)).body
  expect(entries.map(({ entity }: { entity: string }) => entity)).toEqual(['project'])
})

it('a preview is refused for a reference that is too long', async () => {
  expect((await preview(`?reference=${'x'.repeat(101)}`)).status).toBe(400)
})

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assistantTools } from '#contract/assistant-tools.ts'
import { assistantOf, mcpHeaders, toolCall } from '#testing/assistants/assistant.ts'
import { type PlannedShop, plannedShop } from '#testing/builders/planned-shop.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { assistantRate, enterCall } from '../../services/assistants/call-rate.ts'

let server: TestServer
let shop: PlannedShop
beforeAll(async () => {
  server = await startServer({ PUBLIC_ORIGIN: 'https://plan.example.com' })
  shop = await plannedShop(server)
})
afterAll(() => server.close())

/** The official client, connected over HTTP to the server of the test. */
const connect = async (apiToken: string, mode?: 'auto') => {
  await server.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => undefined)
  if (!server.app.server.listening) await once(server.app.server, 'listening')
  const { port } = server.app.server.address() as AddressInfo
  const client = new Client({ name: 'test', version: '1' }, mode && { versionNegotiation: { mode } })
  const requestInit = { headers: { Authorization: `Bearer ${apiToken}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/api/mcp`), { requestInit }))
  return client
}

describe('the endpoint for assistants', () => {
  it.each([undefined, 'auto'] as const)(
    'the official client connects and calls tools, with negotiation %s',
    async (mode) => {
      const { apiToken } = await assistantOf(server, shop.tenant.planner)
      const client = await connect(apiToken, mode)
      expect(client.getServerVersion()).toMatchObject({ name: 'Scheduler' })
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toEqual(Object.keys(assistantTools))
      for (const { inputSchema, description } of tools) {
        expect(inputSchema.type).toBe('object')
        expect(description).not.toBe('')
      }
      const { structuredContent, isError } = await client.callTool({ name: 'find', arguments: { text: 'Press' } })
      expect(isError).toBeFalsy()
      expect(structuredContent).toMatchObject({ projects: [{ projectName: 'Press 0' }, { projectName: 'Press 1' }] })
      expect(structuredContent).toMatchObject({ link: 'https://plan.example.com/projects' })
      await client.close()
    },
  )

  it('a session, another token and no credential are refused with 401 and the way to sign in', async () => {
    const headers = { ...mcpHeaders, origin: undefined }
    for (const actor of [shop.tenant.admin, null]) {
      const { status, body, headers: sent } = await server.as(actor).post('/mcp', toolCall('whats_late', {}), headers)
      expect(status).toBe(401)
      expect(sent['www-authenticate']).toBe('Bearer realm="Scheduler", error="invalid_token"')
      expect(body).toMatchObject({ jsonrpc: '2.0', id: null, error: { data: { code: 'unauthenticated' } } })
    }
    const { status } = await server
      .as({ ...shop.tenant.planner, sessionSecret: null, apiToken: `sch_${'a'.repeat(43)}` })
      .post('/mcp', toolCall('whats_late', {}), headers)
    expect(status).toBe(401)
  })

  it('faults of the protocol are errors of JSON-RPC', async () => {
    const assistant = await assistantOf(server, shop.tenant.planner)
    const { body: unknownTool, status } = await assistant.send(toolCall('drop_tables', {}))
    expect(status).toBeLessThan(500)
    expect(unknownTool).toMatchObject({ jsonrpc: '2.0', id: 1, error: { code: -32602 } })
    expect((await assistant.send({ jsonrpc: '2.0', id: 7, method: 'nothing/known' })).body).toMatchObject({
      id: 7,
      error: { code: -32601 },
    })
    expect(await assistant.send([toolCall('find', { text: 'Press' })])).toMatchObject({
      status: 400,
      body: { jsonrpc: '2.0', error: { code: -32600 } },
    })
    expect(await assistant.send('{"jsonrpc":')).toMatchObject({ status: 400, body: { jsonrpc: '2.0', id: null } })
    expect(await assistant.send(toolCall('find', { text: 'x'.repeat(300_000) }))).toMatchObject({ status: 413 })
    const { call } = server.as(assistant.actor)
    for (const method of ['GET', 'DELETE']) expect((await call(method, '/mcp')).status).toBe(405)
    const { status: foreign } = await assistant.send(toolCall('find', { text: 'x' }), {
      origin: 'https://evil.example',
    })
    expect(foreign).toBe(403)
  })

  it('wrong arguments are refused with the problem of each', async () => {
    const assistant = await assistantOf(server, shop.tenant.planner)
    const { isError, data } = await assistant.call('who_is_free', { from: '2026-02-30', weeks: 3 })
    expect(isError).toBe(true)
    expect(data.error).toMatchObject({ code: 'validation' })
    expect(data.error.problems.map(({ path }: { path: string }) => path)).toContain('from')
  })

  it('a token is refused beyond its messages of a minute, until the next one', async () => {
    const assistant = await assistantOf(server, shop.tenant.planner, { name: 'Busy' })
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
    const { body: tokens } = await server.as(shop.tenant.planner).get('/api-tokens')
    const token = tokens.find(({ name }: { name: string }) => name === 'Busy')
    for (let sent = 1; sent < assistantRate.perMinute; sent++) enterCall(server.services, token.tokenId)()
    expect((await assistant.send(ping)).status).toBe(200)
    const { status, headers, body } = await assistant.send(ping)
    expect(status).toBe(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(body).toMatchObject({ id: 1, error: { data: { code: 'rate_limited' } } })
    server.clock.advance(60_000)
    expect((await assistant.send(ping)).status).toBe(200)
  })
})

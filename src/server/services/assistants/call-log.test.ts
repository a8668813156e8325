import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '#domain/time/units.ts'
import { assistantOf } from '#testing/assistants/assistant.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { systemContext } from '../../jobs/system-context.ts'
import { findOldCalls, pruneCalls } from './call-log.ts'

let server: TestServer
let tenant: TestTenant
beforeAll(async () => {
  server = await startServer()
})
beforeEach(async () => {
  tenant = await server.newTenant()
})
afterAll(() => server.close())

const log = async (reader: Actor, query = '') => (await server.as(reader).get(`/assistant-calls${query}`)).body

describe('the log of assistants', () => {
  it('a person sees calls of their own tokens, and an admin those of everyone in the organization', async () => {
    const planner = await assistantOf(server, tenant.planner, { name: 'Desk' })
    const admin = await assistantOf(server, tenant.admin, { name: 'Office' })
    await planner.call('find', { text: 'Pump' })
    await admin.call('project', { project: 'nothing' })
    await planner.send({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const own = await log(tenant.planner)
    expect(own).toEqual({
      more: false,
      calls: [
        expect.objectContaining({
          tokenName: 'Desk',
          tool: 'find',
          asked: '{"text":"Pump"}',
          outcome: 'done',
          answer: 'Found 0 projects, 0 operations and 0 work centers.',
          proposalId: null,
        }),
      ],
    })
    expect((await log(tenant.admin)).calls).toMatchObject([
      {
        tokenName: 'Office',
        outcome: 'refused',
        answer: 'No project has this number or name. Use find to look for it.',
      },
      { tokenName: 'Desk' },
    ])
    expect((await log((await server.newTenant()).admin)).calls).toEqual([])
  })

  it('secrets in arguments are not stored, and long ones are shortened', async () => {
    const from = await assistantOf(server, tenant.planner)
    await from.call('find', { text: `with ${from.apiToken}` })
    await from.call('find', { text: `\u0000\ud800${'x'.repeat(90)}` })
    await from.call('propose', {
      title: 'x'.repeat(150),
      changes: Array(50).fill({ do: 'pin', project: 'p', operation: 'o' }),
    })
    const { calls } = await log(tenant.planner)
    expect(JSON.stringify(calls)).not.toContain(from.apiToken.slice(5, 20))
    expect(calls[2].asked).toBe('{"text":"with [secret]"}')
    expect(calls[0].asked).toHaveLength(500)
  })

  it('pages go back to the first call', async () => {
    const from = await assistantOf(server, tenant.planner)
    for (let index = 0; index < 53; index++) await from.call('find', { text: `Word ${index}` })
    const first = await log(tenant.planner)
    expect([first.calls.length, first.more]).toEqual([50, true])
    const second = await log(tenant.planner, `?before=${first.calls[49].callId}`)
    expect(second.more).toBe(false)
    expect(second.calls.map(({ asked }: { asked: string }) => asked)).toEqual(
      [2, 1, 0].map((index) => `{"text":"Word ${index}"}`),
    )
  })

  it('calls end after 90 days, and with the membership of their owner', async () => {
    const from = await assistantOf(server, tenant.planner)
    await from.call('find', { text: 'Old' })
    const ctx = systemContext(server.services, tenant.tenantId, 'sweep')
    await pruneCalls(ctx)
    expect((await log(tenant.admin)).calls).toHaveLength(1)
    server.clock.advance(91 * dayMs)
    expect(await findOldCalls(server.services)).toContain(tenant.tenantId)
    await pruneCalls(ctx)
    expect(await findOldCalls(server.services)).not.toContain(tenant.tenantId)
  })
})

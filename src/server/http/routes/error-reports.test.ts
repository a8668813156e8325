import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '#testing/server-harness.ts'

const received: string[] = []
const collector = createServer((request, answer) => {
  request.on('data', (part: Buffer) => received.push(String(part)))
  request.on('end', () => answer.end('{}'))
})
let reporting: TestServer
let plain: TestServer
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  reporting = await startServer({ ERROR_REPORT_DSN: `http://key@127.0.0.1:${port}/7` })
  plain = await startServer()
})
afterAll(async () => {
  await reporting.close()
  await plain.close()
  await new Promise((resolve) => collector.close(resolve))
})

const crash = { name: 'TypeError', frames: [], route: '/kanban', part: 'page' }

describe('POST /error-reports', () => {
  it('reports the crash of any caller when there is a DSN, and says so', async () => {
    expect(await reporting.as(null).post('/error-reports', crash)).toMatchObject({
      status: 200,
      body: { notified: true },
    })
    expect(received.join('')).toContain('"transaction":"/kanban"')
  })

  it('writes the crash to the log without a DSN: its place, and nothing else', async () => {
    expect(await plain.as(null).post('/error-reports', crash)).toMatchObject({ status: 200, body: { notified: true } })
    const lines = plain.logs.map((line): Record<string, unknown> => JSON.parse(line)).filter((line) => 'crash' in line)
    expect(lines).toMatchObject([{ msg: 'A page crashed', level: 50, crash }])
    expect(Object.keys(lines[0] ?? {}).sort()).toEqual(['crash', 'level', 'msg', 'time'])
  })

  it.each([
    { ...crash, name: 'Acme Corp owes 5' },
    { ...crash, route: '/projects?q=acme' },
    { ...crash, frames: [{ functionName: 'f', file: 'https://elsewhere.example/x.js', line: 1, column: 1 }] },
  ])('refuses a report that could contain data of a customer: %o', async (body) => {
    expect((await reporting.as(null).post('/error-reports', body)).status).toBe(400)
  })
})

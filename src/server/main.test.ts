import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { askReady, otherHalf, sendHalf } from '#testing/half-request.ts'
import { clockOfChildren } from '#testing/test-clock.ts'
import { demoEmails, demoPassword } from './services/tenants/find-demo.ts'

interface Started {
  readonly child: ChildProcess
  readonly port: number
  readonly output: () => string
  readonly exit: Promise<{ code: number | null; seconds: number }>
}

/** One database for all, one server at a time: making one is the slow part. */
const folder = mkdtempSync(join(tmpdir(), 'server-'))
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Throws inside the server, outside any request, when told to. */
const fault = 'data:text/javascript,process.on("SIGUSR2",()=>setImmediate(()=>{throw new Error("planted")}))'

const spawnServer = (env: Record<string, string> = {}) => {
  const child = spawn('node', ['--import', fault, join(import.meta.dirname, 'main.ts')], {
    env: { PATH: process.env.PATH, ...clockOfChildren, PORT: '0', NODE_ENV: 'production', DATA_DIR: folder, ...env },
  })
  children.push(child)
  let text = ''
  const hear = (chunk: Buffer) => {
    text += chunk.toString()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  return { child, output: () => text }
}

const start = async (): Promise<Started> => {
  const { child, output } = spawnServer()
  await expect.poll(output, { timeout: 80_000 }).toMatch(/Ready: \S+:\d+/)
  const port = Number(/Ready: \S+:(\d+)/.exec(output())?.[1])
  const startedMs = performance.now()
  let askedMs = startedMs
  const kill = child.kill.bind(child)
  child.kill = (signal) => {
    askedMs = performance.now()
    return kill(signal)
  }
  const exit = new Promise<{ code: number | null; seconds: number }>((resolve) => {
    child.on('exit', (code) => resolve({ code, seconds: (performance.now() - askedMs) / 1000 }))
  })
  return { child, port, output, exit }
}

const signIn = (port: number, email: string, password: string) =>
  fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'test',
      origin: `http://127.0.0.1:${port}`,
    },
    body: JSON.stringify({ email, password }),
  })

const untilItStops = (port: number) => expect.poll(() => askReady(port), { interval: 20, timeout: 10_000 }).toBe(503)

describe('a fresh production server', { timeout: 120_000 }, () => {
  it('has no account: neither the demo nor anything common gets in', async () => {
    const { port, output } = await start()
    expect(output()).not.toContain(demoPassword)
    const pairs = [...demoEmails].flatMap((email) =>
      [demoPassword, 'password', 'admin'].map((word) => [email, word] as const),
    )
    for (const [email, word] of pairs) expect((await signIn(port, email, word)).status, email).toBe(401)
  })

  it('stops on SIGTERM: readiness says no, the answer under way arrives, exit 0', async () => {
    const { child, port, exit } = await start()
    const slow = await sendHalf(port)
    const answer = once(slow, 'data')
    child.kill('SIGTERM')
    await untilItStops(port)
    slow.write(otherHalf)
    expect(String(await answer)).toMatch(/^HTTP\/1\.1 401 /)
    const { code, seconds } = await exit
    expect(code).toBe(0)
    expect(seconds).toBeLessThan(10)
  })

  it('stops within ten seconds although clients hang, with code 0; a later second signal ends it at once', async () => {
    const first = await start()
    const sockets = await Promise.all(Array.from({ length: 50 }, () => sendHalf(first.port)))
    first.child.kill('SIGTERM')
    const { code, seconds } = await first.exit
    expect(code).toBe(0)
    expect(seconds).toBeLessThan(10)
    for (const socket of sockets) socket.destroy()

    const second = await start()
    const socket = await sendHalf(second.port)
    second.child.kill('SIGTERM')
    await untilItStops(second.port)
    second.child.kill('SIGTERM')
    // The same wish, said twice, as npm does with the Ctrl+C of a terminal.
    expect(second.child.exitCode).toBeNull()
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    second.child.kill('SIGTERM')
    // An orderly stop ends with 0, and waits for the socket.
    expect((await second.exit).code).toBe(1)
    socket.destroy()
  })

  it('ends with code 1 after an error nobody caught, for its supervisor to start it again', async () => {
    const { child, exit, output } = await start()
    child.kill('SIGUSR2')
    expect((await exit).code).toBe(1)
    expect(output()).toContain('an error nobody caught')
  })

  it('says what is wrong, in a sentence, when it cannot start', async () => {
    const occupant = createServer().listen(0, '127.0.0.1')
    await once(occupant, 'listening')
    const { port } = occupant.address() as AddressInfo
    const failed = async (env: Record<string, string>) => {
      const { child, output } = spawnServer(env)
      const code = await new Promise((resolve) => child.on('exit', resolve))
      return { code, text: output() }
    }
    const taken = await failed({ PORT: String(port) })
    expect(taken).toEqual({ code: 1, text: expect.stringContaining('The port is taken') })
    const wrong = await failed({ PORT: 'ninety' })
    expect(wrong).toEqual({ code: 1, text: expect.stringContaining('PORT') })
    expect(wrong.text).not.toContain('    at ')
    occupant.close()
  })
})

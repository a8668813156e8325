// @module-tag rest
// @module-tag once
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { copyDatabaseInto, testFolder } from '#testing/data-folder.ts'
import { askReady, otherHalf, sendHalf } from '#testing/half-request.ts'
import { envOfChildren } from '#testing/test-clock.ts'
import { demoEmails, demoPassword } from './services/tenants/find-demo.ts'

interface Started {
  readonly child: ChildProcess
  readonly port: number
  readonly output: () => string
  /** With the seconds since the server was first asked to stop. */
  readonly exit: Promise<{ code: number | null; seconds: number }>
}

/** One database for all tests, one server at a time: each start ends the server before it. */
const folder = testFolder('server-')
beforeAll(() => copyDatabaseInto(folder))
const children: ChildProcess[] = []
const endAll = () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
}
afterAll(() => {
  endAll()
  rmSync(folder, { recursive: true, force: true })
})

/** Throws inside the server, outside any request, on SIGUSR2. */
const fault = 'data:text/javascript,process.on("SIGUSR2",()=>setImmediate(()=>{throw new Error("planted")}))'

const spawnServer = (env: Record<string, string> = {}) => {
  const child = spawn('node', ['--import', fault, join(import.meta.dirname, 'main.ts')], {
    env: { PATH: process.env.PATH, ...envOfChildren, PORT: '0', NODE_ENV: 'production', DATA_DIR: folder, ...env },
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
  endAll()
  const { child, output } = spawnServer()
  await vi.waitFor(() => expect(output()).toMatch(/Ready: \S+:\d+/), { timeout: 80_000 })
  const port = Number(/Ready: \S+:(\d+)/.exec(output())?.[1])
  let askedMs: number | null = null
  const kill = child.kill.bind(child)
  child.kill = (signal) => {
    askedMs ??= performance.now()
    return kill(signal)
  }
  const exit = new Promise<{ code: number | null; seconds: number }>((resolve) => {
    child.on('exit', (code) => resolve({ code, seconds: (performance.now() - (askedMs ?? 0)) / 1000 }))
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

const untilItStops = (port: number) => expect.poll(() => askReady(port), { interval: 20 }).toBe(503)

describe('a fresh production server', () => {
  describe('without users', () => {
    let server: Started
    beforeAll(async () => {
      server = await start()
    })

    it('has no account: neither the demo accounts nor common passwords can sign in', async () => {
      const { port, output } = server
      expect(output()).not.toContain(demoPassword)
      const common = ['password', 'admin'].map((word) => [demoEmails[0], word] as const)
      for (const [email, word] of [...demoEmails.map((email) => [email, demoPassword] as const), ...common])
        expect((await signIn(port, email, word)).status, email).toBe(401)
    })

    it('stops on SIGTERM: it is no longer ready, answers the current request, and exits with 0 within ten seconds although clients hang', async () => {
      const { child, port, exit } = server
      const slow = await sendHalf(port)
      const hanging = await Promise.all(Array.from({ length: 50 }, () => sendHalf(port)))
      const answer = once(slow, 'data')
      child.kill('SIGTERM')
      await untilItStops(port)
      slow.write(otherHalf)
      expect(String(await answer)).toMatch(/^HTTP\/1\.1 401 /)
      const { code, seconds } = await exit
      expect(code).toBe(0)
      expect(seconds).toBeLessThan(10)
      for (const socket of hanging) socket.destroy()
    })
  })

  it('treats signals within one second as one, because npm repeats Ctrl+C, and ends at once on a later one', async () => {
    const { child, port, exit } = await start()
    const socket = await sendHalf(port)
    child.kill('SIGTERM')
    const asking = setInterval(() => child.kill('SIGTERM'), 100)
    const { code, seconds } = await exit
    clearInterval(asking)
    // An orderly stop ends with 0, and would wait for the socket.
    expect(code).toBe(1)
    expect(seconds).toBeGreaterThan(1)
    socket.destroy()
  })

  it('ends with code 1 after an uncaught error, so that its supervisor can restart it', async () => {
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
    const [taken, wrong] = await Promise.all([failed({ PORT: String(port) }), failed({ PORT: 'ninety' })])
    expect(taken).toEqual({ code: 1, text: expect.stringContaining('The port is taken') })
    expect(wrong).toEqual({ code: 1, text: expect.stringContaining('PORT') })
    expect(wrong.text).not.toContain('    at ')
    occupant.close()
  })
})

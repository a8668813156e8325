import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { valueAt } from '#domain/value-at.ts'
import { demoEmails, demoPassword } from '#server/services/tenants/find-demo.ts'
import { envOfChildren } from '../test-clock.ts'

export interface StopLoopResult {
  readonly rounds: number
  /** Answers that came from servers which were told to stop during the request. */
  readonly answered: number
  /** Requests that were pending at the signal and got no answer or only a part of one. */
  readonly broken: number
  /** Acknowledged changes that the next server did not have. */
  readonly lost: number
  /** Live sockets that were not closed with code 1001. */
  readonly rudelyClosed: number
  /** Servers that ended with an exit code other than 0. */
  readonly failures: readonly string[]
  readonly longestStopMs: number
}

const main = join(import.meta.dirname, '../../server/main.ts')
const callers = 20
const hung = 5
const liveSockets = 10

interface Answer {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: string
}

/** One request on its own connection; status 0 = no complete answer. */
const ask = (
  port: number,
  method: string,
  path: string,
  who: Record<string, string> = {},
  body?: unknown,
): Promise<Answer> =>
  new Promise((resolve) => {
    const origin = `http://127.0.0.1:${port}`
    const headers = { origin, ...who, 'x-requested-with': 'loop', 'content-type': 'application/json' }
    const sent = request({ port, method, host: '127.0.0.1', path: `/api${path}`, agent: false, headers }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.once('close', () =>
        resolve({ status: answer.complete ? (answer.statusCode ?? 0) : 0, headers: answer.headers, body: text }),
      )
    })
    sent.once('error', () => resolve({ status: 0, headers: {}, body: '' }))
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })

const start = async (dataDir: string): Promise<{ child: ChildProcess; port: number; text: () => string }> => {
  const env = { PATH: process.env.PATH, ...envOfChildren, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  const ready = Promise.withResolvers<number>()
  const hear = (chunk: Buffer) => {
    text += chunk
    const port = /Ready: \S+:(\d+)/.exec(text)?.[1]
    if (port) ready.resolve(Number(port))
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  child.once('exit', (code) => ready.reject(new Error(`Ended with ${code}: ${text}`)))
  return { child, port: await ready.promise, text: () => text }
}

const signIn = async (port: number): Promise<string> => {
  const { headers, status } = await ask(
    port,
    'POST',
    '/auth/login',
    {},
    { email: demoEmails[2], password: demoPassword },
  )
  const cookie = String(headers['set-cookie']).match(/__Host-sid=[^;]+/)?.[0]
  if (!cookie) throw new Error(`No session: ${status}`)
  return cookie
}

const openLive = async (port: number, cookie: string): Promise<WebSocket> => {
  const { token } = JSON.parse((await ask(port, 'POST', '/auth/notification-token', { cookie })).body)
  const { body } = await ask(port, 'POST', '/notifications/ticket', { authorization: `Bearer ${token}` })
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/live?token=${JSON.parse(body).ticket}`, {
    origin: `http://127.0.0.1:${port}`,
  })
  await once(socket, 'open')
  return socket
}

/** Sends the head of a request and half of its body, and waits. */
const hang = (port: number): Socket => {
  const head = ['POST /api/auth/logout HTTP/1.1', `Host: 127.0.0.1:${port}`, 'Content-Length: 20', '', '{"a":'].join(
    '\r\n',
  )
  const socket = connect(port, '127.0.0.1', () => socket.write(head))
  return socket.on('error', () => {})
}

/** Callers who work until the server is gone: they read, and they write rising numbers. */
class Crowd {
  answered = 0
  broken = 0
  /** The highest number that was acknowledged, by caller. */
  readonly written = new Map<number, number>()
  #signalledAtMs = Number.POSITIVE_INFINITY
  #isOver = false
  readonly #done: Promise<unknown>

  constructor(port: number, cookie: string, projectIds: readonly string[]) {
    this.#done = Promise.all(
      Array.from({ length: callers }, (_, caller) => this.#work(port, cookie, caller, projectIds[caller] ?? '')),
    )
  }

  async #work(port: number, cookie: string, caller: number, projectId: string): Promise<void> {
    for (let change = 1; !this.#isOver; change += 1) {
      const isWrite = change % 3 === 0
      const begunAtMs = performance.now()
      const { status } = isWrite
        ? await ask(port, 'PATCH', `/projects/${projectId}`, { cookie }, { description: `change ${change}` })
        : await ask(port, 'GET', caller % 2 === 0 ? '/projects' : `/projects/${projectId}/operations`, { cookie })
      if (status === 200 && isWrite) this.written.set(caller, change)
      if (status > 0) this.answered += 1
      else if (begunAtMs < this.#signalledAtMs) this.broken += 1
      else return
    }
  }

  signalled(): void {
    this.#signalledAtMs = performance.now()
  }

  async end(): Promise<void> {
    this.#isOver = true
    await this.#done
  }
}

/** Stops a server `rounds` times while people work, clients hang and sockets are open. */
export const stopLoop = async (rounds: number, random: () => number = Math.random): Promise<StopLoopResult> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'scheduler-stop-'))
  const result = { rounds, answered: 0, broken: 0, lost: 0, rudelyClosed: 0, longestStopMs: 0 }
  const failures: string[] = []
  let before: { ids: readonly string[]; written: ReadonlyMap<number, number> } | null = null
  try {
    for (let round = 0; round < rounds; round += 1) {
      const { child, port, text } = await start(dataDir)
      const endToo = () => child.kill('SIGKILL')
      process.once('exit', endToo)
      const exited = once(child, 'exit')
      const cookie = await signIn(port)
      const listed = JSON.parse((await ask(port, 'GET', '/projects', { cookie })).body)
      const projects = listed as { projectId: string; description: string }[]
      for (const [caller, change] of before?.written ?? []) {
        const found = projects.find(({ projectId }) => projectId === before?.ids[caller])
        if (Number(found?.description.split(' ')[1]) < change) result.lost += 1
      }
      const ids = projects.map(({ projectId }) => projectId)
      const sockets = await Promise.all(Array.from({ length: liveSockets }, () => openLive(port, cookie)))
      const farewells = sockets.map(async (socket) => valueAt(await once(socket, 'close'), 0))
      const hanging = Array.from({ length: hung }, () => hang(port))
      const crowd = new Crowd(port, cookie, ids)
      await new Promise((resolve) => setTimeout(resolve, 300 + random() * 700))
      crowd.signalled()
      const signalledAtMs = performance.now()
      child.kill('SIGTERM')
      const [code] = await exited
      process.off('exit', endToo)
      result.longestStopMs = Math.max(result.longestStopMs, Math.round(performance.now() - signalledAtMs))
      await crowd.end()
      if (code !== 0) failures.push(`Ended with ${code}: ${text().slice(-500)}`)
      result.answered += crowd.answered
      result.broken += crowd.broken
      result.rudelyClosed += (await Promise.all(farewells)).filter((said) => said !== 1001).length
      for (const socket of hanging) socket.destroy()
      before = { ids, written: crowd.written }
    }
    return { ...result, failures }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const flag = process.argv.indexOf('--rounds')
  const result = await stopLoop(flag > 0 ? Number(process.argv[flag + 1]) : 50)
  console.log(JSON.stringify(result))
  process.exitCode = result.broken + result.lost + result.rudelyClosed + result.failures.length > 0 ? 1 : 0
}

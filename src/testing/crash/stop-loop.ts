import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { WebSocket } from 'ws'
import { valueAt } from '#domain/value-at.ts'
import { ask, buildShop, startProduct } from './start-product.ts'
import { crashOptions, type VictimEngine, victimDatabase } from './victim-database.ts'

export interface StopLoopResult {
  readonly rounds: number
  /** Answers from servers that received the signal during the request. */
  readonly answered: number
  /** Requests that were pending at the signal and got no answer, or only a part of one. */
  readonly broken: number
  /** Acknowledged changes that the next server did not have. */
  readonly lost: number
  /** Live sockets that were not closed with code 1001. */
  readonly rudelyClosed: number
  /** Servers that ended with a nonzero exit code. */
  readonly failures: readonly string[]
  readonly longestStopMs: number
}

const callers = 20
const hung = 5
const liveSockets = 10

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

/** Callers who read, and write increasing numbers, until the server is gone. */
class Crowd {
  answered = 0
  broken = 0
  /** Highest acknowledged number of each caller. */
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

/** Stops a server `rounds` times while users work, clients hang and sockets are open. */
export const stopLoop = async (
  rounds: number,
  engine: VictimEngine,
  random: () => number = Math.random,
): Promise<StopLoopResult> => {
  const database = await victimDatabase(engine)
  const result = { rounds, answered: 0, broken: 0, lost: 0, rudelyClosed: 0, longestStopMs: 0 }
  const failures: string[] = []
  let before: { ids: readonly string[]; written: ReadonlyMap<number, number> } | null = null
  try {
    const { cookie } = await buildShop(database.settings, callers)
    for (let round = 0; round < rounds; round += 1) {
      const { child, port, text } = await startProduct(database.settings)
      const endToo = () => child.kill('SIGKILL')
      process.once('exit', endToo)
      const exited = once(child, 'exit')
      const listed = JSON.parse((await ask(port, 'GET', '/projects', { cookie })).body)
      const projects = listed as { projectId: string; description: string }[]
      for (const [caller, change] of before?.written ?? []) {
        const found = projects.find(({ projectId }) => projectId === before?.ids[caller])
        if (!(Number(found?.description.split(' ')[1]) >= change)) result.lost += 1
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
    await database.remove()
  }
}

if (import.meta.main) {
  const { rounds, engine } = crashOptions(50)
  const result = await stopLoop(rounds, engine)
  console.log(JSON.stringify(result))
  process.exitCode = result.broken + result.lost + result.rudelyClosed + result.failures.length > 0 ? 1 : 0
}

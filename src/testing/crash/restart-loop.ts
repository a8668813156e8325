import { setTimeout } from 'node:timers/promises'
import { valueAt } from '#domain/value-at.ts'
import { execute, startPostgres } from '../start-postgres.ts'
import { ask, buildShop, startProduct } from './start-product.ts'
import { crashOptions } from './victim-database.ts'

export interface RestartLoopResult {
  readonly rounds: number
  /** Answers by status; 0 = no complete answer. Only 200 and 503 are correct. */
  readonly statuses: Readonly<Record<string, number>>
  /** Number of acknowledged changes that were missing afterwards. */
  readonly lost: number
  /** Longest time from PostgreSQL's first answer to a plain client until the server's first 200. */
  readonly longestReturnMs: number
  /** Whether the server was the same process throughout. */
  readonly survived: boolean
}

const callers = 10

/** Restarts PostgreSQL as after a crash, `rounds` times, while users read and write through one server. */
export const restartLoop = async (rounds: number): Promise<RestartLoopResult> => {
  const postgres = await startPostgres()
  const settings = { DATABASE_URL: postgres.serverUrl, MIGRATION_DATABASE_URL: postgres.ownerUrl }
  const who = await buildShop(settings, callers)
  const { child, port } = await startProduct(settings)
  const endToo = () => child.kill('SIGKILL')
  process.once('exit', endToo)

  const statuses: Record<string, number> = {}
  const counted = async (...request: [method: string, path: string, body?: unknown]) => {
    const [method, path, body] = request
    const answer = await ask(port, method, path, who, body)
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
    return answer
  }
  type Listed = { projectId: string; description: string }[]
  const list = async (): Promise<Listed> => JSON.parse((await ask(port, 'GET', '/projects', who)).body)
  const ids = (await list()).map(({ projectId }) => projectId)
  /** Highest acknowledged number of each caller. */
  const written = new Map<number, number>()
  let isOver = false
  const work = async (caller: number) => {
    const projectId = valueAt(ids, caller)
    for (let change = 1; !isOver; change += 1) {
      await counted('GET', caller % 2 === 0 ? '/projects' : `/projects/${projectId}/operations`)
      const { status } = await counted('PATCH', `/projects/${projectId}`, { description: `change ${change}` })
      if (status === 200) written.set(caller, change)
      await setTimeout(5)
    }
  }
  const working = Promise.all(Array.from({ length: callers }, (_, caller) => work(caller)))
  let longestReturnMs = 0
  for (let round = 0; round < rounds; round += 1) {
    await setTimeout(300 + Math.random() * 700)
    await postgres.restart()
    await execute(postgres.serverUrl, 'select 1')
    const backAtMs = performance.now()
    while ((await ask(port, 'GET', '/projects', who)).status !== 200) await setTimeout(10)
    longestReturnMs = Math.max(longestReturnMs, Math.round(performance.now() - backAtMs))
  }
  isOver = true
  await working
  const after = new Map((await list()).map(({ projectId, description }) => [projectId, description]))
  // A change whose answer was lost may have been stored too.
  const lost = [...written].filter(
    ([caller, change]) => !(Number(after.get(ids[caller] ?? '')?.split(' ')[1]) >= change),
  ).length
  const survived = child.exitCode === null
  child.kill('SIGTERM')
  process.off('exit', endToo)
  await postgres.stop()
  return { rounds, statuses, lost, longestReturnMs, survived }
}

if (import.meta.main) {
  const result = await restartLoop(crashOptions(20).rounds)
  console.log(JSON.stringify(result))
  const isRight = Object.keys(result.statuses).every((status) => status === '200' || status === '503')
  process.exitCode = isRight && result.lost === 0 && result.survived ? 0 : 1
}

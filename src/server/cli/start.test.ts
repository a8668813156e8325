// @module-tag rest
// @module-tag once
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { copyDatabaseInto, testFolder } from '#testing/data-folder.ts'
import { askReady, otherHalf, sendHalf } from '#testing/half-request.ts'
import { lockDataDirectory } from '../db/embedded/directory-lock.ts'

const root = join(import.meta.dirname, '../../..')
/** An installation that has the server but not the sources of the application, so that nothing is built. */
const installed = testFolder('installed-')
const dataDir = join(installed, 'data')
const children: ChildProcess[] = []

beforeAll(async () => {
  for (const folder of ['server', 'contract', 'domain'])
    cpSync(join(root, 'src', folder), join(installed, 'src', folder), { recursive: true })
  await copyDatabaseInto(dataDir)
  cpSync(join(root, 'package.json'), join(installed, 'package.json'))
  symlinkSync(join(root, 'node_modules'), join(installed, 'node_modules'))
})
afterEach(() => {
  for (const { pid, exitCode, signalCode } of children.splice(0)) {
    // This kills the whole group, including processes that lost their parent.
    if (pid !== undefined) signalQuietly(exitCode === null && signalCode === null ? [-pid, pid] : [-pid], 'SIGKILL')
  }
})
afterAll(() => rmSync(installed, { recursive: true, force: true }))

const signalQuietly = (pids: readonly number[], signal: NodeJS.Signals) => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // The process has ended already.
    }
  }
}

const npmStart = ['npm', 'start', '--silent'] as const
const startScript = ['node', 'src/server/cli/start.mjs'] as const

const run = (command: readonly string[]) => {
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    cwd: installed,
    // The child gets its own process group, as a terminal gives to a command.
    detached: true,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
    },
  })
  children.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)))
  // `close` comes when no process holds the output any more, so the server has ended too.
  const gone = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  const port = async () => {
    await expect.poll(() => text, { timeout: 200_000 }).toMatch(/Ready: \S+:\d+/)
    return Number(/Ready: \S+:(\d+)/.exec(text)?.[1])
  }
  return { pid: child.pid ?? 0, port, gone, output: () => text }
}

/** Sends the signal while a request is under way: a server that stops in order answers it first. */
const expectOrderlyStop = async (server: ReturnType<typeof run>, stop: () => void) => {
  const port = await server.port()
  const slow = await sendHalf(port)
  const answer = once(slow, 'data')
  stop()
  await expect.poll(() => askReady(port), { interval: 20, timeout: 60_000 }).not.toBe(200)
  slow.write(otherHalf)
  expect(String(await answer)).toMatch(/^HTTP\/1\.1 401 /)
  const [code, signal] = await server.gone
  await expect(fetch(`http://127.0.0.1:${port}/api/health`)).rejects.toThrow()
  // This throws while any process has the database open.
  lockDataDirectory(dataDir)()
  return { code, signal }
}

/** The first process of a new process namespace; null where the system does not allow one. */
const asProcessOne = ((): readonly string[] | null => {
  const wrapper = ['unshare', '--fork', '--kill-child', '--pid']
  try {
    execFileSync('unshare', [...wrapper.slice(1), 'true'], { stdio: 'ignore' })
    return wrapper
  } catch {
    return null
  }
})()
/** The id of the child process; 0 when there is no child or the process has ended. */
const childOf = (pid: number): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim())
  } catch {
    return 0
  }
}

describe('npm start', { timeout: 300_000 }, () => {
  test('stops the server in order on SIGTERM, and ends with code 0', async () => {
    const server = run(npmStart)
    expect(await expectOrderlyStop(server, () => process.kill(server.pid, 'SIGTERM'))).toEqual({
      code: 0,
      signal: null,
    })
  })

  test('stops the server in order on Ctrl+C, which reaches every process of the group', async () => {
    const server = run(npmStart)
    expect(await expectOrderlyStop(server, () => process.kill(-server.pid, 'SIGINT'))).toEqual({
      code: 0,
      signal: null,
    })
  })

  test('leaves no server behind when it is killed: the server notices and stops in order', async () => {
    const server = run(npmStart)
    const { signal } = await expectOrderlyStop(server, () => process.kill(server.pid, 'SIGKILL'))
    expect(signal).toBe('SIGKILL')
  })
})

test('an older Node passes the signal on to the newer Node it starts, and waits for it', async () => {
  const pretend = 'Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.0.0"}})'
  const [node, script] = startScript
  const server = run([node, '--import', `data:text/javascript,${pretend}`, script])
  expect(await expectOrderlyStop(server, () => process.kill(server.pid, 'SIGTERM'))).toEqual({ code: 0, signal: null })
}, 300_000)

// Needs `unshare` and the right to create a process namespace; elsewhere these two tests are skipped.
describe.runIf(asProcessOne)(
  'as process 1 of a container, where signals have no default action',
  { timeout: 300_000 },
  () => {
    test.each([
      ['npm start', npmStart],
      ['the start script', startScript],
    ])('%s stops the server in order', async (_name, command) => {
      const server = run([...(asProcessOne ?? []), ...command])
      const { code } = await expectOrderlyStop(server, () => process.kill(childOf(server.pid), 'SIGTERM'))
      expect(code).toBe(0)
    })

    test('the start script obeys a signal that comes before the server is ready', async () => {
      const server = run([...(asProcessOne ?? []), ...startScript])
      const asking = setInterval(() => {
        const pid = childOf(server.pid)
        if (pid) signalQuietly([pid], 'SIGTERM')
      }, 100)
      const [code] = await server.gone
      clearInterval(asking)
      expect(code).toBe(143)
      expect(server.output()).not.toContain('Ready:')
      lockDataDirectory(dataDir)()
    })
  },
)

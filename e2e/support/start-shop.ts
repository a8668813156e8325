import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const root = join(import.meta.dirname, '../..')

/** How a process of the product is told where it listens and where its embedded database lies. */
export const optionsFor = (port: number, dataDir: string, settings: Readonly<Record<string, string>> = {}) =>
  ({
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: '', LOG_LEVEL: 'warn', ...settings },
  }) as const

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://localhost:${port}/api/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

export interface Shop {
  readonly server: ChildProcess
  /** Settles when the process has ended. */
  readonly stop: () => Promise<unknown>
}

/** The built product with the demo organizations on an embedded database, once it is ready; rejects when it ends before. */
export const startShop = async (
  port: number,
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Shop> => {
  const server = spawn(process.execPath, [join(root, 'src/server/main.ts')], optionsFor(port, dataDir, settings))
  const ended = once(server, 'exit')
  const stop = () => {
    server.kill('SIGTERM')
    return ended
  }
  while (!(await isReady(port))) {
    if (server.exitCode !== null) throw new Error(`The server on ${port} ended with code ${server.exitCode}`)
    await setTimeout(100)
  }
  return { server, stop }
}

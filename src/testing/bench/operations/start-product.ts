import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const root = join(import.meta.dirname, '../../../..')

const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address !== null && typeof address === 'object' ? done(address.port) : fail(new Error('No port')),
      )
    })
  })

/**
 * The product as started by `npm start`, with 100,000 operations (5,000 projects of 20): in a new folder, or in
 * `BENCH_DATA`, a folder created with `npm run seed -- --projects 5000 --operations 20`, which is not deleted.
 */
export const startProduct = async (): Promise<{ url: string; close: () => void }> => {
  const given = process.env.BENCH_DATA
  const dataFolder = given ?? mkdtempSync(join(tmpdir(), 'bench-operations-'))
  const port = await freePort()
  // Earlier benchmarks have built pages in this process, which sets NODE_ENV to production; sign-in without the demo would fail.
  const own = { NODE_ENV: 'development', DATA_DIR: dataFolder, DATABASE_URL: '', LOG_LEVEL: 'warn', PORT: String(port) }
  const env = { ...process.env, ...own }
  const options = { cwd: root, stdio: 'inherit', env } as const
  if (!given) {
    const size = ['--projects', '5000', '--operations', '20']
    execFileSync(process.execPath, [join(root, 'src/server/cli/seed.ts'), ...size], options)
  }
  const server = spawn(process.execPath, [join(root, 'src/server/cli/start.mjs')], options)
  const url = `http://localhost:${port}`
  const close = () => {
    server.kill('SIGTERM')
    server.once('exit', () => given ?? rmSync(dataFolder, { recursive: true, force: true }))
  }
  for (let tries = 0; tries < 600; tries++) {
    const isReady = await fetch(`${url}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return { url, close }
    await setTimeout(200)
  }
  close()
  throw new Error('The server did not come up')
}

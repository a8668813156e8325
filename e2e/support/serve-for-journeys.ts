/** Starts the built product on a fresh embedded database with the demo organisations, for the journeys. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const dataFolder = mkdtempSync(join(tmpdir(), 'scheduler-journeys-'))
const server = spawn(process.execPath, [join(root, 'src/server/main.ts')], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, DATA_DIR: dataFolder, DATABASE_URL: '', LOG_LEVEL: 'warn' },
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => {
  rmSync(dataFolder, { recursive: true, force: true })
  process.exit(code ?? 1)
})

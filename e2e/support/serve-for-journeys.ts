/** Starts the built product on a fresh embedded database with the demo organisations, for the journeys. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const dataFolder = mkdtempSync(join(tmpdir(), 'scheduler-journeys-'))
const options = {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, DATA_DIR: dataFolder, DATABASE_URL: '', LOG_LEVEL: 'warn' },
} as const
// Beside the demo a shop so big that a run can be cancelled on its way.
if (process.argv.includes('--big')) {
  const size = ['--projects', '1000', '--operations', '20', '--tenant', 'Big Shop']
  execFileSync(process.execPath, [join(root, 'src/server/cli/seed.ts'), ...size], options)
}
const server = spawn(process.execPath, [join(root, 'src/server/main.ts')], options)

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => {
  rmSync(dataFolder, { recursive: true, force: true })
  process.exit(code ?? 1)
})

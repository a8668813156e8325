import { spawn } from 'node:child_process'
import { startPostgres } from './start-postgres.ts'

/** Runs a command with TEST_DATABASE=postgres on a private PostgreSQL: `node src/testing/with-postgres.ts vitest run --project server`. */
const [command = 'vitest', ...args] = process.argv.slice(2)
const server = await startPostgres()
const child = spawn(command, args, {
  stdio: 'inherit',
  env: {
    ...process.env,
    TEST_DATABASE: 'postgres',
    TEST_DATABASE_URL: server.serverUrl,
    TEST_MIGRATION_DATABASE_URL: server.ownerUrl,
  },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.once('exit', async (code) => {
  await server.stop()
  process.exit(code ?? 1)
})

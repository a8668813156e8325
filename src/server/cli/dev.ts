/** `npm run dev`: the server on 3002, restarted when its files change, and Vite in front of it on 3001. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
const apiPort = process.env.API_PORT ?? '3002'
const port = process.env.PORT ?? '3001'

const run = (args: readonly string[], env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })

const publicOrigin = `http://localhost:${port}`
const children = [
  run(['--watch', 'src/server/main.ts'], {
    PORT: apiPort,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
    ALLOWED_ORIGINS: [publicOrigin, `http://127.0.0.1:${port}`, process.env.ALLOWED_ORIGINS].filter(Boolean).join(','),
  }),
  run(['node_modules/vite/bin/vite.js', '--port', port, '--strictPort'], { API_PORT: apiPort }),
]

const stopAll = (): void => {
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stopAll)
for (const child of children) {
  child.on('exit', (code) => {
    process.exitCode = code ?? 0
    stopAll()
  })
}

// `npm start`: builds the application when its sources changed, then runs the server. Plain JavaScript that also runs on
// older Nodes, so that it can name what is missing instead of failing with a syntax error.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { followParent, runToEnd } from './child-process.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..')
const neededMajor = 24

const giveUp = (message) => {
  console.error(`\n${message}\n`)
  process.exit(1)
}

// In other cases (nohup, a shell that is left) a server may outlive the process that started it.
if (process.env.npm_lifecycle_event === 'start' || process.env.SCHEDULER_RESTARTED) followParent()

const hasPackages = ['fastify', 'vite', 'zod'].every((name) => existsSync(join(root, 'node_modules', name)))
if (!hasPackages) giveUp('The packages are not installed. Run "npm install" here first, then "npm start".')

if (Number(process.versions.node.split('.')[0]) < neededMajor) {
  const pinned = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (!existsSync(pinned) || process.env.SCHEDULER_RESTARTED) {
    giveUp(
      `This is Node ${process.versions.node}; the server needs Node ${neededMajor}, which "npm install" brings along. ` +
        'Run "npm install" again and allow its install scripts, or install Node 24.',
    )
  }
  const { exitCode } = await runToEnd(pinned, ['--max-semi-space-size=16', fileURLToPath(import.meta.url)], {
    stdio: 'inherit',
    env: { ...process.env, SCHEDULER_RESTARTED: '1' },
  })
  process.exit(exitCode)
}

createRequire(import.meta.url)('node:module').enableCompileCache?.(join(root, '.cache/compile'))
process.chdir(root)

const { siteHash, stampPath } = await import('./site-hash.mjs')
const wanted = siteHash(root)
const isBuilt = () => existsSync(join(root, 'dist/index.html'))
const stamp = existsSync(stampPath(root)) ? readFileSync(stampPath(root), 'utf8') : ''
if (wanted !== null && (!isBuilt() || stamp !== wanted)) {
  console.log('Building the application (once, until its sources change) ...')
  const build = join(root, 'src/server/cli/build-site.mjs')
  const { code, exitCode } = await runToEnd(process.execPath, [build], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (code === null) process.exit(exitCode)
  if (code !== 0) giveUp('The application could not be built; the lines above say why.')
}

process.env.LOG_LEVEL ??= process.stdout.isTTY ? 'warn' : 'info'
await import('./read-drizzle-once.ts')
await import('../main.ts')

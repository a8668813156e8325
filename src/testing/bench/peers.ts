import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

// A separate folder, because its package.json would break the '#...' imports of the benchmarks.
const folder = join(import.meta.dirname, 'peers')

/** The folder of a compared library's installed package. */
export const peerFolder = (name: string): string => join(folder, 'node_modules', name)

/** Installs the compared libraries on first use, in their own folder; false if this one is unavailable. */
export const installPeers = (wanted: string): boolean => {
  if (existsSync(peerFolder(wanted))) return true
  console.log('Installing the peers of the bench (src/testing/bench/peers/package.json) ...')
  const options = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts', '--loglevel=error']
  const { status } = spawnSync('npm', ['install', ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  return status === 0
}

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

// A separate folder, because its package.json would break the '#...' imports of the benches.
const folder = join(import.meta.dirname, 'peers')

/** The folder of the installed package of a peer. */
export const peerFolder = (name: string): string => join(folder, 'node_modules', name)

/** Installs the peers of our benchmarks on first use, only in their own folder; false = this one is not available. */
export const installPeers = (wanted: string): boolean => {
  if (existsSync(peerFolder(wanted))) return true
  console.log('Installing the peers of the bench (src/testing/bench/peers/package.json) ...')
  const options = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts', '--loglevel=error']
  const { status } = spawnSync('npm', ['install', ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  return status === 0
}

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

// A folder of its own: beside the benches its package.json would take their '#...' imports from them.
const folder = join(import.meta.dirname, 'peers')

/** Where the installed package of a peer lies. */
export const peerFolder = (name: string): string => join(folder, 'node_modules', name)

/** Installs what we are measured against on first use, in its own folder and nowhere else; false = it cannot be had. */
export const installPeers = (): boolean => {
  if (existsSync(peerFolder('ag-grid-community'))) return true
  console.log('Installing the peers of the bench (src/testing/bench/peers/package.json) ...')
  const options = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts', '--loglevel=error']
  const { status } = spawnSync('npm', ['install', ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  return status === 0
}

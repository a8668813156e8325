import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** Chromium without windows, which renders the same and needs a quarter less processor time. */
const headlessShell = '/usr/bin/chromium-headless-shell'
/** The headless shell does not start without this package, and its own package does not require it. */
const commonPart = '/usr/lib/chromium/icudtl.dat'
const hasShell = (): boolean => existsSync(headlessShell) && existsSync(commonPart)
const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
]

/** Path of a Chromium: Playwright's, otherwise the machine's; null if there is none. */
export const findBrowser = (): string | null =>
  [process.env.CHROMIUM_PATH ?? '', chromium.executablePath(), hasShell() ? headlessShell : '', ...systemBrowsers].find(
    (path) => path !== '' && existsSync(path),
  ) ?? null

/** Folder of PostgreSQL's programs (initdb, postgres), newest first; null if there is none. */
export const findPostgres = (): string | null => {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return null
  const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a))
  return versions.map((version) => `${root}/${version}/bin`).find((folder) => existsSync(`${folder}/initdb`)) ?? null
}

const canInstallDebianPackages = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

const installDebianPackages = (packages: readonly string[]): void => {
  console.log(`Installing ${packages.join(', ')} with apt-get (the journeys and the PostgreSQL tests need them) ...`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
  const { status } = spawnSync('apt-get', ['install', '-y', '-qq', ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  })
  if (status !== 0) console.log('apt-get could not install them; going on with what is there.')
}

/** Installs a browser and, if that is cheap, a PostgreSQL server; prints what it does. */
export const prepareMachine = async (): Promise<void> => {
  if (canInstallDebianPackages()) {
    const browser =
      hasShell() || existsSync(chromium.executablePath()) ? [] : ['chromium-headless-shell', 'chromium-common']
    const packages = findPostgres() === null ? [...browser, 'postgresql'] : browser
    if (packages.length > 0) installDebianPackages(packages)
    // Older releases of Debian have the package only under its full name.
    if (findBrowser() === null) installDebianPackages(['chromium'])
    if (findPostgres() === null) installDebianPackages(['postgresql'])
  }
  if (findBrowser() !== null) return
  console.log('No Chromium on this machine: installing the one of Playwright ...')
  execFileSync('playwright', ['install', 'chromium'], { stdio: 'inherit' })
}

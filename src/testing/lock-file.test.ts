import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

type Names = Readonly<Record<string, string>>
interface Entry {
  readonly version?: string
  readonly integrity?: string
  /** Whether it is part of another package's archive. */
  readonly inBundle?: boolean
  readonly dependencies?: Names
  readonly devDependencies?: Names
  readonly optionalDependencies?: Names
  readonly peerDependencies?: Names
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

const root = join(import.meta.dirname, '../..')
const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'))
const manifest = read('package.json') as Entry
const { packages } = read('package-lock.json') as { readonly packages: Readonly<Record<string, Entry>> }

/** The entry that Node would load for a name from within a package, from its own folder up to the root. */
const resolved = (from: string, name: string): Entry | undefined => {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const found = packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`]
    if (found || at === '') return found
  }
}

/** Packages that are missing from the lock file, or in another version than the exact one required. */
const gaps = Object.entries(packages).flatMap(([from, entry]) => {
  const needed = Object.entries(entry.peerDependencies ?? {}).filter(
    ([name]) => entry.peerDependenciesMeta?.[name]?.optional !== true,
  )
  const wanted = { ...Object.fromEntries(needed), ...entry.dependencies, ...entry.optionalDependencies }
  return Object.entries(wanted).flatMap(([name, range]) => {
    const found = resolved(from, name)
    const isExact = /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(range)
    return found && (!isExact || found.version === range) ? [] : [`${from} wants ${name} ${range}`]
  })
})

it('the lock file lists the same packages as package.json', () => {
  for (const kind of ['dependencies', 'devDependencies'] as const) {
    expect(packages['']?.[kind], kind).toEqual(manifest[kind])
  }
})

it('the lock file contains every required package, with the binaries for all platforms', () => {
  expect(gaps).toEqual([])
  // Optional binaries of other platforms are the first to go missing.
  expect(Object.keys(packages)).toContain('node_modules/@biomejs/cli-android-arm64')
})

it('the lock file has a hash of every downloaded package', () => {
  const without = Object.entries(packages).filter(
    ([path, { integrity, inBundle }]) => path !== '' && !integrity && !inBundle,
  )
  expect(without.map(([path]) => path)).toEqual([])
})

it('the image installs the contents of the lock file, and refuses an outdated one', () => {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
  expect(dockerfile).toMatch(/^RUN npm ci /m)
  expect(dockerfile).not.toContain('npm install')
})

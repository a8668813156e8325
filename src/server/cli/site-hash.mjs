import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const sources = [
  'src/web',
  'src/contract',
  'src/domain',
  'public',
  'index.html',
  'vite.config.ts',
  'tailwind.config.ts',
  'package-lock.json',
]

const filesBelow = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesBelow(join(path, name)))
    : [path]

const isSource = (file) => !/\.test\.tsx?$|routeTree\.gen\.ts$/.test(file)

/** File that holds the hash of the sources of the current build. */
export const stampPath = (root) => join(root, 'dist/.sources')

/** Hash of all sources of the application; null where there are no sources (an image that ships only the build). */
export const siteHash = (root) => {
  if (!existsSync(join(root, 'src/web'))) return null
  const hash = createHash('sha256')
  for (const source of sources) {
    const path = join(root, source)
    if (!existsSync(path)) continue
    for (const file of filesBelow(path).filter(isSource))
      hash.update(file.slice(root.length)).update(readFileSync(file))
  }
  return hash.digest('hex')
}

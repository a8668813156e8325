import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const root = join(import.meta.dirname, '../..')

export interface SourceFile {
  /** Path from the root of the repository, e.g. `src/web/ui/button.tsx`. */
  readonly path: string
  readonly text: string
  readonly lineCount: number
  /** Specifiers of all imports, static and dynamic, with `#floor/` and relative ones resolved to `src/...` paths. */
  readonly imports: readonly string[]
}

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|import\s*\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g

const resolve = (from: string, specifier: string): string => {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  if (specifier.startsWith('.')) return join(from, '..', specifier)
  return specifier
}

const read = (file: string): SourceFile => {
  const path = relative(root, file)
  const text = readFileSync(file, 'utf8')
  const imports = [...text.matchAll(importPattern)].map((match) =>
    resolve(path, match[1] ?? match[2] ?? match[3] ?? ''),
  )
  return { path, text, lineCount: text.split('\n').length - 1, imports }
}

/** All TypeScript sources of the repository, except generated files. */
export const readSources = (): SourceFile[] =>
  ['src', 'e2e'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.gen.ts'))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !/node_modules|bench\/ui/.test(file))
      .map(read),
  )

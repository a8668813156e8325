import type { SourceFile } from '../read-sources.ts'

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

const featureOf = (path: string): string | undefined => path.match(/^src\/web\/features\/[^/]+\//)?.[0]

/** Whether a test renders the whole application, whose screens are imported only by the generated route table. */
const rendersApp = ({ imports }: SourceFile): boolean =>
  imports.some((imported) => /^src\/testing\/(?:render-app|list-screen)\.tsx?$/.test(imported))

/**
 * The tests that reach a file through imports, nearest first: those in its folder, then by the number of imports in
 * between. At equal distance, tests in other top-level folders come later. A test that renders the whole application
 * counts as importing every screen of its own feature.
 */
export const nearTests = (sources: readonly SourceFile[], file: string): string[] => {
  const importers = new Map<string, string[]>()
  for (const { path, imports } of sources) {
    for (const imported of imports) importers.set(imported, [...(importers.get(imported) ?? []), path])
  }
  const screenTests = sources.filter((source) => isTest(source.path) && rendersApp(source)).map(({ path }) => path)
  const openersOf = (path: string): string[] => {
    const feature = featureOf(path)
    return feature === undefined ? [] : screenTests.filter((test) => test.startsWith(feature))
  }
  const floorOf = (path: string): string => path.split('/')[1] ?? ''
  const distance = new Map<string, number>([[file, 0]])
  const queue = [file]
  for (const path of queue) {
    for (const importer of [...(importers.get(path) ?? []), ...openersOf(path)]) {
      if (distance.has(importer)) continue
      distance.set(importer, (distance.get(path) ?? 0) + 1)
      queue.push(importer)
    }
  }
  const rank = (path: string): number => {
    if (folderOf(path) === folderOf(file)) return 0
    return 2 * (distance.get(path) ?? Infinity) + Number(floorOf(path) !== floorOf(file))
  }
  const inFolder = sources.map(({ path }) => path).filter((path) => folderOf(path) === folderOf(file))
  return [...new Set([...distance.keys(), ...inFolder])]
    .filter(isTest)
    .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))
}

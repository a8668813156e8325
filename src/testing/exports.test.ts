import { expect, it } from 'vitest'
import { readSources } from './read-sources.ts'

/** Files that a framework finds by name: routes, tables, and entry points of processes and workers. */
const isFoundByName = (path: string): boolean =>
  /^src\/web\/routes\/|^src\/server\/db\/tables\/|^src\/server\/cli\/|drizzle\.config|\.worker\.ts$/.test(path)

const exported = /(?:^|\n)export (?:declare )?(?:async )?(?:const|function\*?|class) (\w+)/g

it('every exported value is used in another file', () => {
  const sources = readSources()
  const filesWith = new Map<string, number>()
  for (const { text } of sources) {
    for (const word of new Set(text.match(/\w+/g))) filesWith.set(word, (filesWith.get(word) ?? 0) + 1)
  }
  const unused = sources
    .filter(({ path }) => /^src\/(?!testing)/.test(path) && !isFoundByName(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(exported)].flatMap(([, name = '']) =>
        (filesWith.get(name) ?? 0) > 1 ? [] : [`${path} ${name}`],
      ),
    )
  expect(unused).toEqual([])
})

import { expect, it } from 'vitest'
import { readSources } from './read-sources.ts'

/** What a framework finds by its name: routes, tables, and the files that start a process or a worker. */
const isFoundByName = (path: string): boolean =>
  /^src\/web\/routes\/|^src\/server\/db\/tables\/|^src\/server\/cli\/|drizzle\.config|\.worker\.ts$/.test(path)

const exported = /(?:^|\n)export (?:declare )?(?:async )?(?:const|function\*?|class) (\w+)/g

it('every exported value is used in another file, else it is not exported', () => {
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

import { expect, it } from 'vitest'
import { nearTests } from './near-tests.ts'

const source = (path: string, ...imports: string[]) => ({ path, text: '', lineCount: 1, imports })

it('the tests of a file are those of its folder, then those that reach it by few imports', () => {
  const sources = [
    source('src/domain/a/add.ts'),
    source('src/domain/a/other.test.ts'),
    source('src/domain/b/sum.ts', 'src/domain/a/add.ts'),
    source('src/domain/b/sum.test.ts', 'src/domain/b/sum.ts'),
    source('src/server/route.ts', 'src/domain/b/sum.ts'),
    source('src/server/route.test.ts', 'src/server/route.ts'),
    source('src/web/far.test.tsx'),
  ]
  expect(nearTests(sources, 'src/domain/a/add.ts')).toEqual([
    'src/domain/a/other.test.ts',
    'src/domain/b/sum.test.ts',
    'src/server/route.test.ts',
  ])
})

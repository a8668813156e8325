import { expect, it } from 'vitest'
import { nearTests } from './near-tests.ts'

const source = (path: string, ...imports: string[]) => ({ path, text: '', lineCount: 1, imports })

it('the tests of a file are those in its folder, then those that reach it through few imports', () => {
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

it("the tests that open a feature's screens reach the components of these screens", () => {
  const sources = [
    source('src/web/components/list/row.tsx'),
    source('src/web/features/a/list/table.tsx', 'src/web/components/list/row.tsx'),
    source('src/web/features/a/a-screen.test.tsx', 'src/testing/render-app.tsx'),
    source('src/web/features/a/words.test.ts'),
    source('src/web/features/b/b-screen.test.tsx', 'src/testing/list-screen.ts'),
  ]
  expect(nearTests(sources, 'src/web/features/a/list/table.tsx')).toEqual(['src/web/features/a/a-screen.test.tsx'])
  expect(nearTests(sources, 'src/web/components/list/row.tsx')).toEqual(['src/web/features/a/a-screen.test.tsx'])
})

import { expect, it } from 'vitest'
import { defaultProjectsSearch } from './projects-search.ts'
import { columnsOf } from './shown-columns.ts'

it('a screen without room for all columns shows the most important ones, until the reader chooses others', () => {
  const { columns } = defaultProjectsSearch
  expect(columnsOf({ columns }, true)).toEqual(['state', 'shipDate', 'forecast', 'slack'])
  expect(columnsOf({ columns }, false)).toEqual(columns)
  expect(columnsOf({ columns: ['progress', 'phase'] }, true)).toEqual(['progress', 'phase'])
})

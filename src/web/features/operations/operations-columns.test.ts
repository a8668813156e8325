import { expect, it } from 'vitest'
import { operationsToolbar } from './operations-columns.tsx'

it('the columns of operations that may be hidden leave out the name and the actions of a row', () => {
  const ids = operationsToolbar.choices.map(({ id }) => id)
  expect(ids).toContain('workCenter')
  expect(ids.filter((id) => id === 'name' || id === 'actions' || id === '')).toEqual([])
})

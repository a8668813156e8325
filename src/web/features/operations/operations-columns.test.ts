import { expect, it } from 'vitest'
import {
  decisionOperationColumns,
  operationsColumns,
  operationsToolbar,
  usualOperationColumns,
} from './operations-columns.tsx'

it('the columns of operations that can be hidden exclude the name and the actions of a row', () => {
  const ids = operationsToolbar.choices.map(({ id }) => id)
  expect(ids).toContain('workCenter')
  expect(ids.filter((id) => id === 'name' || id === 'actions' || id === '')).toEqual([])
})

it('the columns of operations fit a desktop, and the reduced set of columns fits a tablet', () => {
  const widths = new Map(operationsColumns.map(({ id, meta }) => [id, meta?.widthPx ?? 0]))
  const leastPx = (ids: readonly string[]) => ids.reduce((sum, id) => sum + (widths.get(id) ?? 0), 48)
  expect(leastPx(['name', ...decisionOperationColumns])).toBeLessThanOrEqual(768)
  expect(leastPx(['name', ...usualOperationColumns, 'actions'])).toBeLessThanOrEqual(1440)
})

import { expect, it } from 'vitest'
import { decisionColumns, overdueChoices, overdueColumns, usualColumns } from './overdue-columns.tsx'
import { overdueTabs, tabOf, toTab } from './overdue-search.ts'

it('the tab behind plan is the last of four and can be opened by URL', () => {
  expect(overdueTabs).toEqual(['overdue', 'projectedLate', 'atRisk', 'behindPlan'])
  expect(tabOf({ tab: 'behindPlan' })).toBe('behindPlan')
  expect(toTab('behindPlan')).toMatchObject({ tab: 'behindPlan', severities: undefined, minDaysOverdue: 0 })
})

it('each tab shows the dates that determine which operations it lists', () => {
  expect(usualColumns('overdue', 'none')).toEqual(expect.arrayContaining(['endsBy', 'daysOverdue', 'forecast']))
  expect(usualColumns('projectedLate', 'none')).toEqual(expect.arrayContaining(['forecast', 'needBy', 'slack']))
  expect(usualColumns('behindPlan', 'none')).toEqual(expect.arrayContaining(['end', 'forecast', 'behind', 'cause']))
})

it('every column of a tab exists and can be selected', () => {
  const ids = new Set(overdueColumns.map(({ id }) => id))
  const choices = new Set(overdueChoices.map(({ id }) => id))
  for (const id of overdueTabs.flatMap((tab) => [...usualColumns(tab, 'none'), ...decisionColumns(tab)])) {
    expect([ids.has(id), choices.has(id)], id).toEqual([true, true])
  }
})

it('a screen without room for all columns shows how late an operation is, why, and what to do about it', () => {
  expect(decisionColumns('overdue')).toEqual(['daysOverdue', 'cause', 'remedy'])
  const widths = new Map(overdueColumns.map(({ id, meta }) => [id, meta?.widthPx ?? 0]))
  const leastPx = (ids: readonly string[]) => ids.reduce((sum, id) => sum + (widths.get(id) ?? 0), 48)
  for (const tab of overdueTabs) expect(leastPx(['name', ...decisionColumns(tab)]), tab).toBeLessThanOrEqual(768)
  const dependencies = ['waitsFor', 'holdsUp']
  expect(leastPx(['name', ...usualColumns('overdue', 'project'), ...dependencies])).toBeLessThanOrEqual(1440)
})

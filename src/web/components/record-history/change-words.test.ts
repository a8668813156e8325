import { expect, it } from 'vitest'
import type { HistoryEntry } from '#contract/history.ts'
import { blankValue, operationFieldNames, operationFields } from '#domain/operations/fields.ts'
import { projectFieldNames, projectFields } from '#domain/projects/fields.ts'
import { changeWords, fieldWords, type HistoryReader } from './change-words.ts'

const reader: HistoryReader = {
  dates: { dateFormat: 'MM/dd/yyyy', timeFormat: '12h', zone: 'UTC' },
  nowMs: 0,
  names: new Map([['saw', 'Saw']]),
}
const entry = (changes: HistoryEntry['changes']): HistoryEntry => ({
  historyId: 'h',
  changeId: 'c',
  entity: 'operation',
  entityId: 'o',
  projectId: null,
  action: 'update',
  userId: null,
  userName: 'Ana',
  source: 'screen',
  at: '2026-11-18T09:00:00.000Z',
  changes,
})

it('history shows hours exactly, so that no small change disappears', () => {
  const changes = [
    { field: 'hoursPerPiece', from: 0.083, to: 0.085 },
    { field: 'durationHours', from: 7.25, to: 7.3 },
    { field: 'dependencyLagHours', from: { saw: 0.5 }, to: { saw: 0.51 } },
    {
      field: 'alternatives',
      from: [{ categoryId: 'saw', durationHours: 2 }],
      to: [{ categoryId: 'saw', durationHours: 2.04 }],
    },
  ]
  expect(changeWords(entry(changes), reader)).toEqual([
    { field: 'Hours per piece', from: '0.083 h', to: '0.085 h' },
    { field: 'Duration', from: '7.25 h', to: '7.3 h' },
    { field: 'Lag', from: 'Saw 0.5 h', to: 'Saw 0.51 h' },
    { field: 'May also run at', from: 'Saw 2 h', to: 'Saw 2.04 h' },
  ])
})

it('history has words for every field but the reasons for dates, which are shown in their own way', () => {
  const wordless = operationFieldNames.filter((name) => fieldWords(name, blankValue(name), reader) === null)
  expect(wordless).toEqual(['placement'])
  const labels = [...projectFieldNames, ...operationFieldNames.filter((name) => !(name in projectFields))].filter(
    (name) => name !== 'placement',
  )
  const titles: Readonly<Record<string, { readonly title: string }>> = { ...operationFields, ...projectFields }
  expect(labels.map((name) => fieldWords(name, null, reader)?.label)).toEqual(labels.map((name) => titles[name]?.title))
})

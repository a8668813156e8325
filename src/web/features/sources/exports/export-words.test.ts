import { expect, it } from 'vitest'
import { sentWords } from './export-words.ts'

it('an empty file of records with an external ID says why it is empty', () => {
  expect(sentWords({ sentRows: 0, importedOnly: true })).toBe('no record has an external ID')
  expect(sentWords({ sentRows: 0, importedOnly: false })).toBe('0 records')
  expect(sentWords({ sentRows: 1_200, importedOnly: true })).toBe('1,200 records')
})

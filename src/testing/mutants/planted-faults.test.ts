import { expect, it } from 'vitest'
import { faultsOf, planted } from './planted-faults.ts'

const variants = (text: string) => faultsOf('example.ts', text).map((fault) => planted(text, fault))

it.each([
  ['const a = b < c', ['const a = b <= c']],
  ['const a = b && c', ['const a = b || c']],
  ['const a = b ? c : d', ['const a = !(b) ? c : d']],
  ['const a = list.filter(isOpen).length', ['const a = list.length']],
  ['const a = list.some(isOpen)', ['const a = list.every(isOpen)']],
  ['const a = true', ['const a = false']],
  ['const a = 90_000', ['const a = (90_000 + 1)']],
  ['store(a)', ['']],
])('the faults in %s are planted at the right positions', (text, expected) => {
  expect(variants(text)).toEqual(expected)
})

it('a guard is negated or removed', () => {
  const text = 'const f = (a) => {\n  if (a) return\n  b()\n}'
  expect(variants(text)).toEqual([
    'const f = (a) => {\n  \n  b()\n}',
    'const f = (a) => {\n  if (!(a)) return\n  b()\n}',
    'const f = (a) => {\n  if (a) return\n  \n}',
  ])
})

it('types and texts have no faults', () => {
  expect(variants("import a from 'b'\ntype B = 1 | 2\ninterface C {\n  d: true\n}\nconst e = `f` + 'g'\n")).toEqual([])
})

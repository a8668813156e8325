import { act, renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { useClientRows } from './row-source.ts'
import { useRowList } from './use-row-list.ts'

const row = (id: string) => ({ id, version: 1 })
type Row = ReturnType<typeof row>
const idOf = ({ id }: Row) => id
const rowsOf = (ids: string) => [...ids].map(row)

const listOf = (ids: string) => {
  const rows = new Map([[ids, rowsOf(ids)]])
  const { result, rerender } = renderHook(
    ({ shown, filterKey }: { shown: string; filterKey: string }) => {
      const found = rows.get(shown) ?? rowsOf(shown)
      rows.set(shown, found)
      return useRowList(useClientRows(found, idOf), filterKey)
    },
    { initialProps: { shown: ids, filterKey: '' } },
  )
  return {
    selected: () => result.current.selecting.chosen.map(idOf).join(''),
    count: () => result.current.selecting.count,
    do: (act_: (list: typeof result.current) => void) => act(() => act_(result.current)),
    show: (shown: string, filterKey = '') => rerender({ shown, filterKey }),
  }
}

describe('a list that has all its rows in the browser', () => {
  it('selects all shown rows, and never acts on a row that a filter hides', async () => {
    const list = listOf('abcd')
    await list.do(({ selecting }) => selecting.all())
    expect(list.selected()).toBe('abcd')
    list.show('bc')
    expect([list.selected(), list.count()]).toEqual(['bc', 2])
    list.show('bcx')
    expect(list.selected()).toBe('bc')
  })

  it('selects a range from the last clicked row, and a shorter range deselects the rows after its end', async () => {
    const list = listOf('abcde')
    await list.do(({ selectRow }) => selectRow(row('b'), 1, false))
    await list.do(({ selectRow }) => selectRow(row('e'), 4, true))
    expect(list.selected()).toBe('bcde')
    await list.do(({ selectRow }) => selectRow(row('c'), 2, true))
    expect(list.selected()).toBe('bc')
  })

  it('leaves rows selected that could not be changed, and clears the selection when the filter key changes', async () => {
    const list = listOf('abc')
    await list.do(({ selecting }) => selecting.all())
    await list.do(({ selecting }) => selecting.keep(['b']))
    expect(list.selected()).toBe('b')
    list.show('abc', 'another')
    expect(list.count()).toBe(0)
  })
})

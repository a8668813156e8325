import { describe, expect, it, vi } from 'vitest'
import { layoutRows } from '#web/components/data-list/row-layout.ts'
import { countRows, mostRows, readLines } from './read-lines.ts'

const idOf = (row: string) => row
const rowsOf = (total: number, layout = layoutRows(null, total)) => ({
  total,
  layout,
  idOf,
  read: vi.fn(async (from: number, to: number) =>
    Array.from({ length: Math.min(to, total - 1) - from + 1 }, (_, index) => `row ${from + index}`),
  ),
})
const going = () => new AbortController().signal

describe('the lines of a printed list', () => {
  it('are all rows, read in windows, with the number of rows read so far', async () => {
    const rows = rowsOf(450)
    const onRead = vi.fn()
    const read = await readLines(rows, going(), onRead)
    expect(read?.lines).toHaveLength(450)
    expect(read?.lines.at(-1)).toEqual({ kind: 'row', id: 'row 449', row: 'row 449' })
    expect(rows.read.mock.calls).toEqual([
      [0, 199],
      [200, 399],
      [400, 449],
    ])
    expect(onRead.mock.calls).toEqual([[200], [400], [450]])
    expect(read?.isCut).toBe(false)
  })

  it('end at the maximum number of printed rows', async () => {
    const rows = rowsOf(mostRows + 500)
    const read = await readLines(rows, going(), () => {})
    expect(read).toMatchObject({ lines: { length: mostRows }, isCut: true })
    expect(countRows(rows)).toBe(mostRows)
    expect((await readLines(rowsOf(mostRows), going(), () => {}))?.isCut).toBe(false)
  })

  it('include group headings, but no rows of a collapsed group', async () => {
    const groups = [
      { key: 'a', count: 2 },
      { key: 'b', count: 3 },
      { key: 'c', count: 1 },
    ]
    const rows = rowsOf(6, layoutRows(groups, 6, new Set(['b'])))
    const read = await readLines(rows, going(), () => {})
    expect(read?.lines.map((line) => (line.kind === 'group' ? `group ${line.group}` : line.row))).toEqual([
      'group 0',
      'row 0',
      'row 1',
      'group 1',
      'group 2',
      'row 5',
    ])
    expect(rows.read.mock.calls).toEqual([
      [0, 1],
      [5, 5],
    ])
  })

  it('are no longer read once the reader has cancelled', async () => {
    const rows = rowsOf(450)
    const reading = new AbortController()
    expect(await readLines(rows, reading.signal, () => reading.abort())).toBeNull()
    expect(rows.read).toHaveBeenCalledTimes(2)
  })

  it('contain each row once, even if it moved while the list was read', async () => {
    const rows = { ...rowsOf(3), read: async () => ['row 0', 'row 1', 'row 0'] }
    expect((await readLines(rows, going(), () => {}))?.lines).toHaveLength(2)
  })

  it('a list that is read page by page has the lines of all pages, up to the maximum number of printed rows', async () => {
    const pagesOf = (...sizes: number[]) => ({
      idOf,
      pages: async function* () {
        for (const [page, size] of sizes.entries()) yield Array.from({ length: size }, (_, row) => `${page}.${row}`)
      },
    })
    const onRead = vi.fn()
    const read = await readLines(pagesOf(100, 100, 7), going(), onRead)
    expect(read).toMatchObject({ lines: { length: 207 }, isCut: false })
    expect(read?.lines.at(-1)).toEqual({ kind: 'row', id: '2.6', row: '2.6' })
    expect(onRead.mock.calls).toEqual([[100], [200], [207]])
    expect(countRows(pagesOf(100))).toBeNull()
    expect(await readLines(pagesOf(mostRows, 1, 100), going(), () => {})).toMatchObject({
      lines: { length: mostRows },
      isCut: true,
    })
  })
})

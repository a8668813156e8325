import { describe, expect, it } from 'vitest'
import { blankRow, completeCenter, pasteRows, type RoutingRow, readRows } from './routing-rows.ts'

const welding = '0b0d0000-0000-4000-8000-000000000001'
const centers = [
  { categoryId: welding, name: 'Welding' },
  { categoryId: 'a', name: 'Assembly' },
  { categoryId: 'b', name: 'Assembly bay' },
]
const row = (id: string, name: string, center = '', hours = '1', after = ''): RoutingRow => ({
  id,
  name,
  center,
  hours,
  after,
})

describe('the rows of a routing', () => {
  it('become operations that wait for the previous row, for named rows, or for none', () => {
    const rows = [
      row('1', 'Cut', '', '4'),
      blankRow(),
      row('2', 'Bend "left"', '', '7,5', '-'),
      row('3', 'Weld', 'welding', '3', '1 2'),
      row('4', 'Paint', '', '2'),
    ]
    expect(readRows(rows, centers)).toEqual({
      problems: new Map(),
      operations: [
        { operationId: '1', name: 'Cut', categoryId: null, durationHours: 4, dependencies: [] },
        { operationId: '2', name: 'Bend "left"', categoryId: null, durationHours: 7.5, dependencies: [] },
        { operationId: '3', name: 'Weld', categoryId: welding, durationHours: 3, dependencies: ['1', '2'] },
        { operationId: '4', name: 'Paint', categoryId: null, durationHours: 2, dependencies: ['3'] },
      ],
    })
  })

  it('have the reason at each invalid row, even at a first row that looks like a heading', () => {
    const { operations, problems } = readRows([row('1', 'Operation', '', 'hours'), row('2', 'Weld', 'Laser')], centers)
    expect(operations).toEqual([])
    expect(problems).toEqual(
      new Map([
        ['1', '"hours" is not a number of hours, such as 7.5.'],
        ['2', 'There is no work center "Laser".'],
      ]),
    )
  })
})

const cellsOf = (rows: readonly RoutingRow[] | null) =>
  rows?.map(({ name, center, hours, after }) => [name, center, hours, after].join('|'))

describe('lines pasted into the grid', () => {
  it('fill the rows from the cell on and add rows, without their heading', () => {
    const text = 'Operation\tWork center\tHours\nWeld\tWelding\t4\nPaint\t\t2\t1'
    expect(cellsOf(pasteRows([row('1', 'Cut'), blankRow()], { row: 1, column: 0 }, text))).toEqual([
      'Cut||1|',
      'Weld|Welding|4|',
      'Paint||2|1',
    ])
  })

  it('may have the hours before the work center', () => {
    expect(cellsOf(pasteRows([blankRow()], { row: 0, column: 0 }, 'Weld; 4; Welding\nPaint; 2'))).toEqual([
      'Weld|Welding|4|',
      'Paint||2|',
    ])
  })

  it('overwrite only the columns that they contain', () => {
    expect(cellsOf(pasteRows([row('1', 'Cut', 'Welding', '3', '-')], { row: 0, column: 2 }, '8\n9'))).toEqual([
      'Cut|Welding|8|-',
      '||9|',
    ])
  })

  it('a single line fills its row, and a single cell is left to the browser', () => {
    expect(cellsOf(pasteRows([blankRow()], { row: 0, column: 0 }, 'Weld\tWelding\t4'))).toEqual(['Weld|Welding|4|'])
    expect(pasteRows([blankRow()], { row: 0, column: 0 }, 'Weld frame')).toBeNull()
  })
})

describe('a typed work center', () => {
  it('is completed if only one name begins with it, and prefers an exact match', () => {
    expect(['wel', 'ass', 'ASSEMBLY', 'laser', ' '].map((typed) => completeCenter(typed, centers))).toEqual([
      'Welding',
      'ass',
      'Assembly',
      'laser',
      '',
    ])
  })
})

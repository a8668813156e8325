import { describe, expect, it } from 'vitest'
import type { ImportKind } from '#contract/imports.ts'
import { findHeader } from './find-header.ts'
import { guessColumns } from './guess-columns.ts'
import { headerUnit } from './header-words.ts'

const scope = { kind: 'projects', remembered: {} } as const
/** Rows of one length. */
const table = (...rows: string[][]): string[][] => {
  const width = Math.max(...rows.map(({ length }) => length))
  return rows.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? ''))
}
const guess = (header: readonly string[], rows: readonly (readonly string[])[] = [], kind: ImportKind = 'projects') =>
  guessColumns({ kind, header, rows, remembered: {} })

describe('the beginning of a table', () => {
  it('is below titles, however many cells they have', () => {
    const rows = table(
      ['Keller Precision', '', '', 'Printed 11/27/2026'],
      ['Production plan, week 48'],
      [],
      ['Job', 'Operation', 'Machine', 'Std hrs'],
      ['J-2400', 'Saw', 'Saw', '4'],
    )
    expect(findHeader(rows, scope)).toEqual({ row: 3, rows: 1, titles: ['Job', 'Operation', 'Machine', 'Std hrs'] })
  })

  it('is a row of unknown names where no row has known ones', () => {
    const rows = table(['A title'], ['Alpha', 'Beta', 'Gamma'], ['x', 'y', '4'])
    expect(findHeader(rows, scope)).toMatchObject({ row: 1, titles: ['Alpha', 'Beta', 'Gamma'] })
  })

  it('has no header where the first full row holds numbers', () => {
    expect(findHeader(table(['1042', 'Cut', '4'], ['1042', 'Weld', '2']), scope)).toEqual({
      row: null,
      rows: 1,
      titles: ['Column 1', 'Column 2', 'Column 3'],
    })
  })

  it('of two rows is read as groups over names', () => {
    const rows = table(
      ['Order', '', '', 'Operation', '', ''],
      ['No.', 'Name', 'Due', 'No.', 'Name', 'Hours'],
      ['1042', 'Frame', '12/01/2026', '10', 'Cut', '4'],
    )
    const found = findHeader(rows, scope)
    expect(found).toMatchObject({ row: 0, rows: 2 })
    expect(guess(found.titles)).toEqual([
      'projectNumber',
      'projectName',
      'shipDate',
      'sequence',
      'operationName',
      'durationHours',
    ])
  })

  it('of two rows is read as names over units', () => {
    const rows = table(
      ['Job', 'Operation', 'Run time', 'Due'],
      ['', '', '[min]', 'dd.mm.yyyy'],
      ['1042', 'Cut', '90', '1.12.2026'],
    )
    const found = findHeader(rows, scope)
    expect(found).toMatchObject({
      row: 0,
      rows: 2,
      titles: ['Job', 'Operation', 'Run time ([min])', 'Due (dd.mm.yyyy)'],
    })
    expect(guess(found.titles)).toEqual(['projectNumber', 'operationName', 'durationHours', 'shipDate'])
    expect(headerUnit(found.titles[2] ?? '')).toEqual({ word: 'min', hours: 1 / 60 })
  })

  it('does not take the first row of data for a second header', () => {
    const rows = table(['Job', 'Operation'], ['Alpha', 'Process'], ['Alpha', 'Weld'])
    expect(findHeader(rows, scope)).toMatchObject({ row: 0, rows: 1 })
  })

  it('is where the reader says', () => {
    const rows = table(['Job', 'Operation'], ['A', 'B'], ['X', 'Y'])
    expect(findHeader(rows, scope, { headerRow: 1 })).toMatchObject({ row: 1, rows: 1, titles: ['A', 'B'] })
    expect(findHeader(rows, scope, { headerRow: 1, headerRows: 2 })).toMatchObject({ rows: 2, titles: ['A X', 'B Y'] })
    expect(findHeader(rows, scope, { headerRow: null })).toMatchObject({ row: null })
  })

  it('is found by headers that the organization named before', () => {
    const rows = table(['A title', 'of two cells'], ['Gizmo', 'Widget'], ['1', '2'])
    const remembered = { gizmo: 'projectNumber', widget: 'operationName' } as const
    expect(findHeader(rows, { kind: 'projects', remembered })).toMatchObject({ row: 1 })
  })
})

describe('the columns of a shop', () => {
  it.each([
    [
      'a job list',
      ['Job No.', 'Part description', 'Cust.', 'Prio', 'Due', 'Step', 'Operation', 'Machine', 'Std hrs', 'Mat. avail.'],
      [
        'projectNumber',
        'projectName',
        'customerName',
        'priority',
        'shipDate',
        'sequence',
        'operationName',
        'workCenter',
        'durationHours',
        'materialReady',
      ],
    ],
    [
      'a router with numbers of parts',
      ['WO#', 'Part No.', 'Description', 'Customer', 'Qty', 'Need Date', 'Op #', 'W/C', 'Set-up', 'Cycle time'],
      [
        'projectNumber',
        'projectName',
        'operationName',
        'customerName',
        'quantity',
        'shipDate',
        'sequence',
        'workCenter',
        'setupHours',
        'hoursPerPiece',
      ],
    ],
    [
      'estimates with units',
      ['Work Order', 'Part', 'Seq', 'Work Ctr', 'Est. hours', 'Setup (hrs)', 'Material date'],
      ['projectNumber', 'projectName', 'sequence', 'workCenter', 'durationHours', 'setupHours', 'materialReady'],
    ],
    [
      'a list of tasks',
      ['ID', 'Task Name', 'Duration', 'Start', 'Finish', 'Predecessors', 'Resource Names'],
      [
        'operationExternalId',
        'operationName',
        'durationHours',
        'scheduledStart',
        'scheduledEnd',
        'predecessors',
        'workCenter',
      ],
    ],
    [
      'a German list',
      [
        'Auftrags-Nr.',
        'Benennung',
        'Kunde',
        'Liefertermin',
        'AG-Nr.',
        'Arbeitsgangbezeichnung',
        'Arbeitsplatz',
        'Vorgabezeit',
        'Rüstzeit',
        'Menge',
      ],
      [
        'projectNumber',
        'projectName',
        'customerName',
        'shipDate',
        'sequence',
        'operationName',
        'workCenter',
        'durationHours',
        'setupHours',
        'quantity',
      ],
    ],
    [
      'a Spanish list',
      [
        'Orden de trabajo',
        'Pieza',
        'Cliente',
        'Fecha de entrega',
        'Secuencia',
        'Operación',
        'Máquina',
        'Horas',
        'Cantidad',
      ],
      [
        'projectNumber',
        'projectName',
        'customerName',
        'shipDate',
        'sequence',
        'operationName',
        'workCenter',
        'durationHours',
        'quantity',
      ],
    ],
    [
      'a French list',
      [
        'N° OF',
        'Désignation',
        'Client',
        'Date de livraison',
        'Opération',
        'Poste de charge',
        'Temps alloué',
        'Quantité',
      ],
      [
        'projectNumber',
        'projectName',
        'customerName',
        'shipDate',
        'operationName',
        'workCenter',
        'durationHours',
        'quantity',
      ],
    ],
    [
      'a setup and a run time beside a quantity',
      ['Job', 'Op', 'Operation', 'Setup', 'Run Time', 'Quantity'],
      ['projectNumber', 'sequence', 'operationName', 'setupHours', 'hoursPerPiece', 'quantity'],
    ],
    ['a run time alone', ['Job', 'Operation', 'Run Time'], ['projectNumber', 'operationName', 'durationHours']],
    [
      'a list without operations',
      ['Job', 'Description', 'Customer', 'Due'],
      ['projectNumber', 'projectName', 'customerName', 'shipDate'],
    ],
  ])('%s', (_, header, columns) => {
    expect(guess(header)).toEqual(columns)
  })

  it('of operations may have numbers under "Operation", and names under "Op"', () => {
    expect(
      guess(
        ['Job', 'Operation', 'Description', 'Hours'],
        [
          ['1', '10', 'Cut', '4'],
          ['1', '20', 'Weld', '2'],
        ],
      ),
    ).toEqual(['projectNumber', 'sequence', 'operationName', 'durationHours'])
    expect(guess(['Job', 'Op', 'Hours'], [['1', 'Cut', '4']])).toEqual([
      'projectNumber',
      'operationName',
      'durationHours',
    ])
  })

  it('are compared in one form of Unicode', () => {
    expect(guess(['Auftrag'.normalize('NFD'), 'Rüstzeit'.normalize('NFD')])).toEqual(['projectNumber', 'setupHours'])
  })

  it('of a work center may say in several ways that a supplier does the work', () => {
    expect(guess(['Work center', 'Outside', 'Vendor', 'Shift', 'Qty'], [], 'workCenters')).toEqual([
      'centerName',
      'centerKind',
      'supplier',
      'centerShift',
      'capacity',
    ])
  })
})

describe('the unit of a column', () => {
  it.each([
    ['Run time (min)', 1 / 60],
    ['Minutes per piece', 1 / 60],
    ['Duration [days]', 8],
    ['Setup min', 1 / 60],
    ['Cycle time, sec', 1 / 3_600],
    ['Dauer Minuten', 1 / 60],
  ])('%s', (header, hours) => {
    expect(headerUnit(header)?.hours).toBe(hours)
  })

  it.each(['Hours', 'Std hrs', 'Est. time (h)', 'Duration', 'Setup', 'Hours per piece'])('%s is hours', (header) => {
    expect(headerUnit(header)).toBeNull()
  })
})

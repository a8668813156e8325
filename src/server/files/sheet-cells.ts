import { missingValue, textCell } from '#domain/import/cell-errors.ts'
import { FileRefused } from './file-refused.ts'
import { officeText } from './office-text.ts'
import { type SourceCell, SourceRows } from './source-rows.ts'
import { readPart, type Workbook, type WorkbookSheet } from './workbook.ts'
import type { XmlEvents } from './xml-events.ts'

const damaged = () => new FileRefused('The file is damaged: a sheet cannot be read.')

const mostColumns = 16_384

/** The column of 'AB12', from 0; null if there is none. */
const columnOf = (reference: string | undefined): number | null => {
  if (reference === undefined) return null
  let column = 0
  for (const letter of reference) {
    const value = letter.charCodeAt(0) & 0xdf
    if (value < 65 || value > 90) break
    column = column * 26 + value - 64
  }
  if (column === 0) return null
  if (column > mostColumns) throw damaged()
  return column - 1
}

/** A cell that is being read. */
interface OpenCell {
  readonly type: string
  readonly style: number
  hasValue: boolean
  hasFormula: boolean
  text: string
}

/** Normalizes the ISO 8601 date in a cell of type `d`. */
const isoDay = (text: string): string => text.replace('T', ' ').replace(/(?: 00:00:00(?:\.0+)?)?Z?$/, '')

const cellValue = ({ type, style, hasValue, hasFormula, text }: OpenCell, book: Workbook): SourceCell => {
  if (type === 'inlineStr') return textCell(officeText(text))
  if (!hasValue) return hasFormula ? missingValue : ''
  if (type === 's') {
    const number = Number(text)
    if (!Number.isSafeInteger(number) || number < 0) throw damaged()
    return number
  }
  if (type === 'str') return textCell(officeText(text))
  if (type === 'e') return text
  if (type === 'b') return text.trim() === '1' ? 'yes' : 'no'
  if (type === 'd') return isoDay(text)
  const number = Number(text)
  if (text.trim() === '' || !Number.isFinite(number)) return text
  return (book.styles[style] ?? String)(number, book.is1904)
}

/** Turns the events of a sheet into rows. */
class SheetEvents implements XmlEvents {
  readonly #rows: SourceRows
  readonly #book: Workbook
  #row = 0
  #cells: SourceCell[] = []
  #first = 0
  #column = 0
  #cell: OpenCell | null = null
  /** Name of the element that contains the cell's text. */
  #reading: string | null = null
  #phonetic = 0

  constructor(rows: SourceRows, book: Workbook) {
    this.#rows = rows
    this.#book = book
  }

  isDone(): boolean {
    return this.#rows.isFull
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') {
      const number = Number(attributes.r ?? this.#row + 1)
      if (!Number.isSafeInteger(number) || number <= this.#row) throw damaged()
      this.#row = number
      this.#cells = []
      this.#column = 0
    } else if (name === 'c') {
      this.#column = columnOf(attributes.r) ?? this.#column
      this.#cell = {
        type: attributes.t ?? 'n',
        style: Number(attributes.s ?? 0),
        hasValue: false,
        hasFormula: false,
        text: '',
      }
    } else if (name === 'rPh') this.#phonetic += 1
    else if (this.#cell) {
      if (name === 'f') this.#cell.hasFormula = true
      if (name === 'v') this.#cell.hasValue = true
      if (name === 'v' || (name === 't' && this.#phonetic === 0)) this.#reading = name
    }
  }

  text(text: string): void {
    if (this.#cell && this.#reading !== null) this.#cell.text += text
  }

  close(name: string): void {
    if (name === this.#reading) this.#reading = null
    else if (name === 'rPh') this.#phonetic -= 1
    else if (name === 'c' && this.#cell) {
      this.#put(cellValue(this.#cell, this.#book))
      this.#cell = null
    } else if (name === 'row') this.#rows.add(this.#row, this.#cells, this.#first)
  }

  /** Leading empty cells are not stored, so that a cell far to the right costs no more than one on the left. */
  #put(value: SourceCell): void {
    const column = this.#column
    this.#column += 1
    if (typeof value === 'string' && value.trim() === '') return
    if (this.#cells.length === 0) this.#first = column
    if (column < this.#first + this.#cells.length) throw damaged()
    while (this.#first + this.#cells.length < column) this.#cells.push('')
    this.#cells.push(value)
  }
}

/** Reads the rows of a sheet, at most `most` of them. Shared texts are still indexes. */
export const readSheet = async (book: Workbook, sheet: WorkbookSheet, most?: number): Promise<SourceRows> => {
  const rows = new SourceRows(most)
  const events = new SheetEvents(rows, book)
  await readPart(sheet.part, {
    open: (name, attributes) => events.open(name, attributes),
    text: (text) => events.text(text),
    close: (name) => events.close(name),
    isDone: () => events.isDone(),
  })
  return rows
}

/** Reads the shared texts with these indexes and skips all others. */
export const readSharedTexts = async (
  book: Workbook,
  wanted: ReadonlySet<number>,
): Promise<ReadonlyMap<number, string>> => {
  const texts = new Map<number, string>()
  let [index, text, isText, phonetic] = [-1, '', false, 0]
  if (wanted.size === 0) return texts
  await readPart(book.sharedTexts, {
    open: (name) => {
      if (name === 'si') {
        index += 1
        text = ''
      }
      if (name === 'rPh') phonetic += 1
      isText = name === 't' && phonetic === 0
    },
    text: (part) => {
      if (isText && wanted.has(index)) text += part
    },
    close: (name) => {
      if (name === 't') isText = false
      if (name === 'rPh') phonetic -= 1
      if (name === 'si' && wanted.has(index)) texts.set(index, textCell(officeText(text)))
    },
    isDone: () => texts.size === wanted.size,
  })
  if (texts.size < wanted.size) throw damaged()
  return texts
}

import { mostFirstRows } from '#contract/import-sources.ts'
import { importLimits } from '#contract/imports.ts'
import { FileRefused } from './file-refused.ts'

/** A cell: its text, or the index of a shared text that is resolved later. */
export type SourceCell = string | number

/** A row without leading and trailing empty cells. */
interface SourceRow {
  /** Column of the first cell. */
  readonly first: number
  readonly cells: readonly SourceCell[]
}

/** Number of rows that may precede the header, such as titles. */
const mostRows = importLimits.rows + mostFirstRows
/** Maximum size of a table: it must fit into the request that imports it. */
const mostCharacters = 6_500_000

const tooLarge = () => new FileRefused('The table holds more than 6.5 MB of text. Split it into smaller files.')

const isFilled = (cell: SourceCell): boolean => typeof cell === 'number' || cell.trim() !== ''

/**
 * Collects the rows of a table. Empty rows and columns at the edges are dropped before counting. Rows above the limits
 * are refused at once, so memory stays bounded.
 */
export class SourceRows {
  readonly #rows: (SourceRow | null)[] = []
  readonly #most: number
  #firstNumber = 1
  #left = Number.POSITIVE_INFINITY
  #right = 0
  #characters = 0

  /** `most`: maximum number of rows. */
  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most
  }

  get isFull(): boolean {
    return this.#rows.length >= this.#most
  }

  /** `number`: row number in the source, from 1, ascending. `offset`: column of the first cell. */
  add(number: number, cells: readonly SourceCell[], offset = 0): void {
    const first = cells.findIndex(isFilled)
    if (first < 0) return
    const last = cells.findLastIndex(isFilled)
    this.#left = Math.min(this.#left, offset + first)
    this.#right = Math.max(this.#right, offset + last)
    if (this.#right - this.#left >= importLimits.columns)
      throw new FileRefused(`Row ${number} has more than 100 columns.`)
    if (this.#rows.length === 0) this.#firstNumber = number
    const empty = number - this.#firstNumber - this.#rows.length
    if (this.#rows.length + empty >= mostRows) {
      throw new FileRefused('The table has more than 20,000 rows. Split it into smaller files.')
    }
    for (let count = 0; count < empty; count += 1) this.#rows.push(null)
    const own = cells.slice(first, last + 1)
    for (const cell of own) if (typeof cell === 'string') this.#count(cell, number)
    this.#rows.push({ first: offset + first, cells: own })
  }

  #count(text: string, number: number): void {
    if (text.length > importLimits.cellCharacters) {
      throw new FileRefused(`Row ${number} has a cell of more than 10,000 characters.`)
    }
    // Each cell adds quotes and a comma.
    this.#characters += text.length + 3
    if (this.#characters > mostCharacters) throw tooLarge()
  }

  /** Indexes of the shared texts that must be resolved. */
  wanted(): Set<number> {
    const numbers = new Set<number>()
    for (const row of this.#rows) for (const cell of row?.cells ?? []) if (typeof cell === 'number') numbers.add(cell)
    return numbers
  }

  /** Returns all rows padded to the same length, and the source number of the first row. */
  finished(textOf: (number: number) => string = String): { rows: string[][]; firstNumber: number } {
    const width = this.#rows.length === 0 ? 0 : this.#right - this.#left + 1
    const rows = this.#rows.map((row, index) => {
      const texts = Array.from({ length: width }, () => '')
      for (const [at, cell] of (row?.cells ?? []).entries()) {
        const text = typeof cell === 'number' ? textOf(cell) : cell
        if (typeof cell === 'number') this.#count(text, this.#firstNumber + index)
        texts[(row?.first ?? 0) - this.#left + at] = text
      }
      return texts
    })
    return { rows, firstNumber: this.#firstNumber }
  }
}

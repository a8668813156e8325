import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import type { ListColumn } from '#web/components/data-list/list-table.ts'
import type { RowLayout } from '#web/components/data-list/row-layout.ts'
import { lazyPart } from '#web/components/lazy-part.ts'
import { useShortcuts } from '#web/components/shortcuts/use-shortcuts.ts'
import type { Paper } from './print-sheet.tsx'
import { offerPrint, usualPaper } from './printable-list.ts'

/** The rows of a list, as its row source provides them. */
export interface CountedRows<Row> {
  /** Number of matching rows. */
  readonly total: number
  readonly layout: RowLayout
  readonly idOf: (row: Row) => string
  /** Rows `from` to `to` (offsets, both included). */
  readonly read: (from: number, to: number) => Promise<readonly Row[]>
}

/** Rows that are read page by page, so that their number is known only after the last page. */
export interface PagedRows<Row> {
  readonly total?: undefined
  readonly idOf: (row: Row) => string
  readonly pages: (signal: AbortSignal) => AsyncIterable<readonly Row[]>
}

export type PrintedRows<Row> = CountedRows<Row> | PagedRows<Row>

/** A list for printing: its title, rows and columns. */
export interface PrintedList<Row extends object, Scene> {
  /** 'Operations' */
  readonly title: string
  /** The name of one row, 'operation', and of several rows if that is not the same with an s. */
  readonly one: string
  readonly many?: string | undefined
  readonly rows: PrintedRows<Row>
  readonly columns: readonly ListColumn<Row, Scene>[]
  /** Ids of the columns that the reader has selected; all by default. */
  readonly shown?: ReadonlySet<string> | undefined
  readonly scene: Scene
  /** The filters in words: 'Open', 'Priority is High'. */
  readonly filters: readonly string[]
  /** The heading of a group. */
  readonly groupWords?: ((group: number) => string) | undefined
  /** The total of the rows, in words. */
  readonly sum?: string | undefined
}

const ListSheet = lazyPart(() => import('./list-sheet.tsx').then(({ ListSheet }) => ListSheet)) as <
  Row extends object,
  Scene,
>(props: {
  list: PrintedList<Row, Scene>
  paper: Paper
  onDone: () => void
}) => ReactNode

/**
 * Offers this list for printing in the page menu, in the command palette and with Ctrl+P. The screen renders only the
 * visible rows, but all rows are printed. Render it beside the list, because the cells need the same React context.
 */
export function ListPrint<Row extends object, Scene>(list: PrintedList<Row, Scene>) {
  const [paper, setPaper] = useState<Paper | null>(null)
  const done = useCallback(() => setPaper(null), [])
  const { title } = list
  const isEmpty = list.rows.total === 0
  useEffect(() => (isEmpty ? undefined : offerPrint({ title, print: setPaper })), [title, isEmpty])
  useShortcuts(
    'Lists',
    isEmpty ? [] : [{ keys: 'Mod+P', label: 'Print this list', inFields: true, run: () => setPaper(usualPaper()) }],
  )
  return <Suspense>{paper && <ListSheet list={list} paper={paper} onDone={done} />}</Suspense>
}

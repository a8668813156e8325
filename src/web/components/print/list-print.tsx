import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import type { ListColumn } from '#web/components/data-list/list-table.ts'
import type { RowLayout } from '#web/components/data-list/row-layout.ts'
import { lazyPart } from '#web/components/lazy-part.ts'
import { useShortcuts } from '#web/components/shortcuts/use-shortcuts.ts'
import type { Paper } from './print-sheet.tsx'
import { offerPrint, usualPaper } from './printable-list.ts'

/** The rows of a list, as its row source has them. */
export interface CountedRows<Row> {
  /** How many rows match. */
  readonly total: number
  readonly layout: RowLayout
  readonly idOf: (row: Row) => string
  /** Rows `from` to `to` (offsets, both included). */
  readonly read: (from: number, to: number) => Promise<readonly Row[]>
}

/** Rows that are read page by page, so that only the last page tells how many they are. */
export interface PagedRows<Row> {
  readonly total?: undefined
  readonly idOf: (row: Row) => string
  readonly pages: (signal: AbortSignal) => AsyncIterable<readonly Row[]>
}

export type PrintedRows<Row> = CountedRows<Row> | PagedRows<Row>

/** What is printed of a list: what it is called, its rows and its columns. */
export interface PrintedList<Row extends object, Scene> {
  /** 'Operations' */
  readonly title: string
  /** What one row is: 'operation', and several rows, if that is not the same with an s. */
  readonly one: string
  readonly many?: string | undefined
  readonly rows: PrintedRows<Row>
  readonly columns: readonly ListColumn<Row, Scene>[]
  /** Ids of the columns that the reader has chosen; all by default. */
  readonly shown?: ReadonlySet<string> | undefined
  readonly scene: Scene
  /** What is shown, in words: 'Open', 'Priority is High'. */
  readonly filters: readonly string[]
  /** The head of a group. */
  readonly groupWords?: ((group: number) => string) | undefined
  /** The sum of the rows, in words. */
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
 * Makes this the list that the page prints from its menu, from the command palette and with Ctrl+P. The screen draws only the rows in
 * view, but all rows are printed. Render it beside the list, because the cells need the same React context.
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

import type { CSSProperties } from 'react'
import { classNames } from '#web/lib/class-names.ts'

/** The layout of a column. */
export interface ColumnLook {
  /** Width in px, or the minimum width if it grows; columns of a plain list are as wide as their content. */
  widthPx?: number
  /** Share of the remaining width; 0 by default. */
  grows?: number
  /** Class with the sticky position of the column when the table scrolls sideways; all rows share it. */
  stays?: string
  /** True for the last sticky column: a border separates it from the columns that slide under it. */
  lastSticky?: boolean
  end?: boolean
  /** Further classes of its cells, including the header: 'max-md:hidden'. */
  classes?: string
  /** Its cells are the row headers. */
  namesRow?: boolean
  /** The label is available to screen readers only, because the column needs no visible header. */
  hiddenHead?: boolean
  /** Rendered only while the row is hovered or active. */
  onDemand?: boolean
  /** The last column has padding at the edge. */
  last?: boolean
}

/** The column of checkboxes, the first one of every table. */
export const selectLook: ColumnLook = { widthPx: 48, stays: 'left-0 pl-5' }

const rem = (px: number) => `${px / 16}rem`

/** Grid tracks and minimum width of the shown columns, in rem, so that they grow with the text. */
export function tableStyle(looks: readonly ColumnLook[]): CSSProperties {
  const tracks = looks.map(({ widthPx = 0, grows }) => (grows ? `minmax(${rem(widthPx)},${grows}fr)` : rem(widthPx)))
  const leastPx = looks.reduce((sum, { widthPx = 0 }) => sum + widthPx, 0)
  return { gridTemplateColumns: tracks.join(' '), minWidth: rem(leastPx) }
}

/**
 * Sticky cells are above the others and have the background of their row, but only while the table is scrolled
 * sideways, because each of them is a separate layer for the browser.
 */
export const cellClasses = ({ stays, lastSticky, end, last }: ColumnLook, more = ''): string =>
  classNames(
    'flex min-w-0 items-center whitespace-nowrap',
    last ? 'pr-5' : 'pr-3',
    stays &&
      `group-data-scrolled/list:sticky group-data-scrolled/list:z-links group-data-scrolled/list:bg-inherit ${stays}`,
    lastSticky && 'group-data-scrolled/list:shadow-[1px_0_var(--line-2)]',
    end && 'justify-end text-right',
    more,
  )

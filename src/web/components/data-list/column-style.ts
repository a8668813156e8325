import type { CSSProperties } from 'react'
import { classNames } from '#web/lib/class-names.ts'

/** How a column is laid out. */
export interface ColumnLook {
  /** Its width in px, or the least width if it grows; columns of a plain list are as wide as their content. */
  widthPx?: number
  /** Share of the remaining room; 0 by default. */
  grows?: number
  /** The position where it stays when the table scrolls sideways, as a class that all rows share. */
  stays?: string
  /** The last column that stays: a hairline separates it from the columns that slide under it. */
  lastSticky?: boolean
  end?: boolean
  /** Further classes of its cells, head included: 'max-md:hidden'. */
  classes?: string
  /** Its cells are the headers of their rows. */
  namesRow?: boolean
  /** The label is only for screen readers, because the column needs no visible head. */
  hiddenHead?: boolean
  /** Drawn only while the row is hovered or active. */
  onDemand?: boolean
  /** The last column keeps a distance from the edge. */
  last?: boolean
}

/** The column of checkboxes, the first one of every table. */
export const selectLook: ColumnLook = { widthPx: 48, stays: 'left-0 pl-5' }

const rem = (px: number) => `${px / 16}rem`

/** Grid tracks and least width of the shown columns; in rem, so that they grow with the text. */
export function tableStyle(looks: readonly ColumnLook[]): CSSProperties {
  const tracks = looks.map(({ widthPx = 0, grows }) => (grows ? `minmax(${rem(widthPx)},${grows}fr)` : rem(widthPx)))
  const leastPx = looks.reduce((sum, { widthPx = 0 }) => sum + widthPx, 0)
  return { gridTemplateColumns: tracks.join(' '), minWidth: rem(leastPx) }
}

/**
 * Cells that stay at the left are above the others and have the background of their row, but only while the table is
 * scrolled sideways, because each of them is a separate layer for the browser.
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

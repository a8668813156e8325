import type { CSSProperties } from 'react'
import { classNames } from '#web/lib/class-names.ts'

/** How a column is laid out. */
export interface ColumnLook {
  /** Its grid track in px, the least width of one that grows; columns of a plain list are as wide as what they contain. */
  widthPx?: number
  /** Share of the room that is left; 0 unless said. */
  grows?: number
  /** Where it stays when the table scrolls sideways, as a class: what rows share costs once. */
  stays?: string
  /** The last that stays: a hairline parts it from what slides under it. */
  lastSticky?: boolean
  end?: boolean
  /** Further classes of its cells, head included: 'max-md:hidden'. */
  classes?: string
  /** Its cells name their rows. */
  namesRow?: boolean
  /** Read aloud only: the column stands for itself. */
  hiddenHead?: boolean
  /** Drawn only while the row is hovered or active. */
  onDemand?: boolean
  /** The last one keeps its distance from the edge. */
  last?: boolean
}

/** The column of checkboxes, with which every table begins. */
export const selectLook: ColumnLook = { widthPx: 48, stays: 'left-0 pl-5' }

const rem = (px: number) => `${px / 16}rem`

/** Grid tracks and least width of the columns shown; in rem, so that they grow with the text. */
export function tableStyle(looks: readonly ColumnLook[]): CSSProperties {
  const tracks = looks.map(({ widthPx = 0, grows }) => (grows ? `minmax(${rem(widthPx)},${grows}fr)` : rem(widthPx)))
  const leastPx = looks.reduce((sum, { widthPx = 0 }) => sum + widthPx, 0)
  return { gridTemplateColumns: tracks.join(' '), minWidth: rem(leastPx) }
}

/**
 * Cells that stay at the left lie above the others and carry the ground of their row, once the table is scrolled
 * sideways: every one of them is a layer of its own to the browser, in every frame.
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

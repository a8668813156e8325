import type { CSSProperties } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import type { ColumnLook } from './columns.tsx'

const rem = (px: number) => `${px / 16}rem`

/** Grid tracks and least width of the columns shown; in rem, so that they grow with the text. */
export function tableStyle(looks: readonly ColumnLook[]): CSSProperties {
  const tracks = looks.map(({ widthPx, grows }) => (grows ? `minmax(${rem(widthPx)},1fr)` : rem(widthPx)))
  const leastPx = looks.reduce((sum, { widthPx }) => sum + widthPx, 0)
  return { gridTemplateColumns: tracks.join(' '), minWidth: rem(leastPx) }
}

/** Cells that stay at the left lie above the others and carry the ground of their row. */
export const cellClasses = ({ stickyLeftPx, grows, end }: ColumnLook): string =>
  classNames(
    'flex min-w-0 items-center whitespace-nowrap pr-3',
    stickyLeftPx === undefined ? '' : 'sticky z-page bg-inherit',
    stickyLeftPx === 0 && 'pl-5',
    // The last that stays: a hairline parts it from what slides under it.
    stickyLeftPx !== undefined && grows && 'group-data-scrolled/list:shadow-[1px_0_var(--line-2)]',
    end && 'justify-end',
  )

export const cellStyle = ({ stickyLeftPx }: ColumnLook): CSSProperties | undefined =>
  stickyLeftPx === undefined ? undefined : { left: rem(stickyLeftPx) }

import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'

const ariaSort = { asc: 'ascending', desc: 'descending' } as const

type ColumnHeadProps = {
  className: string
  /** Makes the label available to screen readers only, because the column needs no visible header. */
  hidden: boolean | undefined
  sorted: false | 'asc' | 'desc'
  /** Sorts by the column, or reverses the order if it is already sorted; false if the column cannot be sorted. */
  onSort: (() => void) | false
  children: ReactNode
}

/** The header of a column in any table; a click sorts by the column. */
export function ColumnHead({ className, hidden, sorted, onSort, children }: ColumnHeadProps) {
  const Arrow = sorted === 'desc' ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={sorted ? ariaSort[sorted] : undefined}
      className={`${className} font-normal text-ink-3 text-label`}
    >
      {onSort ? (
        <button
          type="button"
          className={`inline-flex h-6 items-center gap-1 whitespace-nowrap rounded-part hover:text-ink ${sorted ? 'font-semibold text-ink' : ''}`}
          onClick={onSort}
        >
          {children}
          {sorted && <Arrow aria-hidden="true" className="size-3" />}
        </button>
      ) : (
        <span className={hidden ? 'sr-only' : 'inline-flex items-center'}>{children}</span>
      )}
    </th>
  )
}

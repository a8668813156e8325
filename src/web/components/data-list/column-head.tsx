import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'

const ariaSort = { asc: 'ascending', desc: 'descending' } as const

type ColumnHeadProps = {
  className: string
  /** Read aloud only: the column stands for itself. */
  hidden: boolean | undefined
  sorted: false | 'asc' | 'desc'
  /** Sorts by the column, once more turns the order round; left out where it cannot. */
  onSort: (() => void) | false
  /** The words. */
  children: ReactNode
}

/** A column's head, of any table; a click sorts by it. */
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

import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ColumnLook, cellClasses, noLook } from './column-style.ts'

const ariaSort = { asc: 'ascending', desc: 'descending' } as const

type ColumnHeadProps = {
  look: ColumnLook | undefined
  sorted: false | 'asc' | 'desc'
  /** Sorts by the column, once more turns the order round; left out where it cannot. */
  onSort: (() => void) | false
  /** The words. */
  children: ReactNode
}

/** A column's head, of any table; a click sorts by it. */
export function ColumnHead({ look = noLook, sorted, onSort, children }: ColumnHeadProps) {
  const Arrow = sorted === 'desc' ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={sorted ? ariaSort[sorted] : undefined}
      className={`${cellClasses(look)} font-normal text-ink-3 text-label`}
    >
      {onSort ? (
        <button
          type="button"
          className={`flex h-6 items-center gap-1 whitespace-nowrap rounded-part hover:text-ink ${sorted ? 'font-semibold text-ink' : ''}`}
          onClick={onSort}
        >
          {children}
          {sorted && <Arrow aria-hidden="true" className="size-3" />}
        </button>
      ) : (
        <span className={look.hiddenHead ? 'sr-only' : 'flex items-center'}>{children}</span>
      )}
    </th>
  )
}

import { type ReactNode, useState } from 'react'
import { formatNumber } from '#web/lib/format-number.ts'
import { Button } from './button.tsx'

/**
 * The first rows of a list whose rows are expensive to render (menus, tooltips), and a line to show more: `null` if all
 * are shown.
 */
export const useFirstRows = <Row,>(
  rows: readonly Row[],
  rowsAtOnce = 50,
): { first: readonly Row[]; more: ReactNode } => {
  const [limit, setLimit] = useState(rowsAtOnce)
  const rest = rows.length - limit
  const more = rest > 0 && (
    <p className="flex items-center gap-3 px-5 py-3 text-ink-3 max-md:px-4">
      <Button onClick={() => setLimit(limit + rowsAtOnce)}>Show {Math.min(rowsAtOnce, rest)} more</Button>
      {formatNumber(limit)} of {formatNumber(rows.length)}
    </p>
  )
  return { first: rows.slice(0, limit), more: more || null }
}

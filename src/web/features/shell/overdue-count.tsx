import { useQuery } from '@tanstack/react-query'
import { createPortal } from 'react-dom'
import { overdueCountQuery } from '#web/api/operation-lists.queries.ts'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'
import { countClasses } from '#web/ui/count-badge.tsx'

/**
 * How many operations are overdue, as the screen's own tab counts them; nothing where there are none or nobody knows. Drawn,
 * not written, and told by a description: text and name of the link stay the specification's.
 */
export function OverdueCount({ id }: { id: string }) {
  const { data: count = 0, isError } = useQuery(overdueCountQuery())
  if (count === 0 || isError) return null
  return (
    <>
      <span
        aria-hidden="true"
        data-count={formatNumber(count)}
        className={countClasses('crit', 'before:content-[attr(data-count)]')}
      />
      {createPortal(
        <span id={id} hidden>
          {formatCount(count, 'operation')} overdue
        </span>,
        document.body,
      )}
    </>
  )
}

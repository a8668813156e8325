import { useQuery } from '@tanstack/react-query'
import { createPortal } from 'react-dom'
import { overdueCountQuery } from '#web/api/operations/operation-lists.queries.ts'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'
import { countClasses } from '#web/ui/count-badge.tsx'

/**
 * The number of overdue operations as the Overdue screen counts them; nothing if it is 0 or unknown. The number is
 * generated content with a description, so that text and name of the link stay as specified.
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

import { useQuery } from '@tanstack/react-query'
import { categoriesQuery } from '#web/api/categories/categories.queries.ts'
import { LazyExceptionDialog } from '#web/components/exceptions/lazy-exception-dialog.tsx'
import { dateTimeInputValue } from '#web/lib/date-input.ts'
import type { ExceptionStart } from '../schedule-opening.ts'

interface EnterExceptionProps {
  readonly start: ExceptionStart
  /** The zone of the axis. */
  readonly zone: string
  readonly onClose: () => void
}

/** The form for overtime, downtime or a temporary capacity, filled in with a work center and the time painted on its row. */
export function EnterException({ start: { categoryId, painted }, zone, onClose }: EnterExceptionProps) {
  const categories = useQuery(categoriesQuery()).data
  if (!categories) return null
  const filled = {
    categoryId,
    ...(painted && {
      // Overtime opens closed time, downtime closes open time.
      kind: painted.isOpen ? ('downtime' as const) : ('overtime' as const),
      startsAt: dateTimeInputValue(painted.fromMs, zone),
      endsAt: dateTimeInputValue(painted.toMs, zone),
    }),
  }
  return <LazyExceptionDialog categories={categories} onClose={onClose} start={filled} />
}

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { categoriesQuery } from '#web/api/categories/categories.queries.ts'
import { LazyExceptionDialog } from '#web/components/exceptions/lazy-exception-dialog.tsx'
import { useExceptionRefusal } from '#web/components/exceptions/use-exception-refusal.ts'
import { dateTimeInputValue } from '#web/lib/date-input.ts'
import type { ExceptionStart } from '../schedule-gantt.tsx'

interface EnterExceptionProps {
  readonly start: ExceptionStart
  /** The zone of the axis. */
  readonly zone: string
  readonly onClose: () => void
}

/** The form for overtime, downtime or a temporary capacity, filled in with a work center and the time painted on its row. */
function EnterException({ start: { categoryId, painted }, zone, onClose }: EnterExceptionProps) {
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

interface ExceptionForm {
  readonly onException: (start: ExceptionStart) => void
  readonly exceptionRefusal: (categoryId: string | null) => string | null
  readonly exceptionForm: ReactNode
}

/** Opens the form for a work center; the page renders `exceptionForm`. `zone` is the zone of the axis. */
export const useExceptionForm = (zone: string): ExceptionForm => {
  const [start, setStart] = useState<ExceptionStart | null>(null)
  const exceptionRefusal = useExceptionRefusal()
  return {
    onException: setStart,
    exceptionRefusal,
    exceptionForm: start && <EnterException start={start} zone={zone} onClose={() => setStart(null)} />,
  }
}

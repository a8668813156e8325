import { CalendarX } from 'lucide-react'
import type { ReactNode } from 'react'

/** Marks a ship date that has passed: a crossed-out calendar day. The octagon is reserved for forecast lateness. */
export const PastDueMark = ({ children }: { children: ReactNode }) => (
  <span className="inline-flex items-center gap-1 whitespace-nowrap text-crit-text">
    <CalendarX aria-hidden="true" className="size-3.5 shrink-0" />
    {children}
  </span>
)

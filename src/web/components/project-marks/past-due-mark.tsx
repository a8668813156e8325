import { CalendarX } from 'lucide-react'
import type { ReactNode } from 'react'

/** The sign of a ship date that has passed, with its words: a calendar day crossed out. The octagon belongs to what is forecast to be late. */
export const PastDueMark = ({ children }: { children: ReactNode }) => (
  <span className="inline-flex items-center gap-1 whitespace-nowrap text-crit-text">
    <CalendarX aria-hidden="true" className="size-3.5 shrink-0" />
    {children}
  </span>
)

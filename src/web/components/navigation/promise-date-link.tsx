import { Link } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import { buttonClasses } from '#web/ui/button-classes.ts'

/** Link to the promise-date question; on a phone only its icon is shown. */
export const PromiseDateLink = () => (
  <Link to="/promise-date" title="When could we ship this?" aria-label="Promise date" className={buttonClasses()}>
    <CalendarClock aria-hidden="true" />
    <span className="max-md:hidden">Promise date</span>
  </Link>
)

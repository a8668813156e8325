import { Link } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import { classNames } from '#web/lib/class-names.ts'
import { buttonClasses } from '#web/ui/button-classes.ts'

/** Leads to the question when new work could ship; on a phone only its icon is shown. */
export const PromiseDateLink = () => (
  <Link
    to="/promise-date"
    title="When could we ship this?"
    className={classNames(buttonClasses(), 'max-md:w-control max-md:px-0')}
  >
    <CalendarClock aria-hidden="true" />
    <span className="max-md:sr-only">Promise date</span>
  </Link>
)

import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'

/** The row of search, filters and switches above a list, 44 px high; `end` is at the right. */
export const Toolbar = ({
  children,
  end,
  className,
}: {
  children?: ReactNode
  end?: ReactNode
  className?: string
}) => (
  <div className={classNames('flex min-h-11 shrink-0 flex-wrap items-center gap-2 px-5 py-1.5 max-md:px-4', className)}>
    {children}
    {end && <div className="ml-auto flex items-center gap-2">{end}</div>}
  </div>
)

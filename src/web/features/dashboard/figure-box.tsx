import type { LinkProps } from '@tanstack/react-router'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** One metric of the dashboard. A click opens the list that it counts. */
export const FigureBox = ({
  icon,
  label,
  short,
  count,
  to,
  meaning,
  children,
}: {
  icon: ReactNode
  label: string
  /** The shorter label on a phone. */
  short: string
  count: number
  to: LinkProps
  /** The meaning of the count, as a tooltip. */
  meaning?: string
  children: ReactNode
}) => (
  <Link
    {...to}
    title={meaning}
    className="flex min-w-0 flex-col gap-1 border-line-2 px-4 py-3 not-first:border-l hover:bg-hover focus-visible:-outline-offset-2 max-lg:nth-4:border-l-0 max-lg:nth-[n+4]:border-t max-md:px-3"
  >
    <span className="flex items-center gap-1.5 text-ink-2 [&_svg]:size-4 [&_svg]:shrink-0">
      {icon}
      <span className="truncate max-md:hidden">{label}</span>
      <span className="truncate md:hidden">{short}</span>
    </span>
    <span className="flex flex-wrap items-baseline gap-x-2">
      <b className="text-figure-lg tabular-nums">{count.toLocaleString('en-US')}</b>
      <span className="text-ink-3 text-label max-md:hidden">{children}</span>
    </span>
  </Link>
)

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** One figure of the dashboard; opens the project list. */
export const FigureBox = ({
  icon,
  label,
  count,
  children,
}: {
  icon: ReactNode
  label: string
  count: number
  children: ReactNode
}) => (
  <Link
    to="/projects"
    className="flex min-w-0 flex-col gap-1 border-line-2 px-4 py-3 not-first:border-l hover:bg-hover focus-visible:-outline-offset-2 max-md:nth-3:border-l-0 max-md:nth-[n+3]:border-t"
  >
    <span className="flex items-center gap-1.5 text-ink-2">
      {icon}
      {label}
    </span>
    <span className="flex flex-wrap items-baseline gap-x-2">
      <b className="text-figure-lg tabular-nums">{count}</b>
      <span className="text-ink-3 text-label">{children}</span>
    </span>
  </Link>
)

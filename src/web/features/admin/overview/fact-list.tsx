import type { ReactNode } from 'react'

/** Terms and their figures, one per line. */
export const FactList = ({ children }: { children: ReactNode }) => <dl className="text-body">{children}</dl>

export const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="flex min-h-row flex-wrap items-center justify-between gap-x-4 border-line px-3 py-1 not-first:border-t">
    <dt className="min-w-0 truncate text-ink-2">{term}</dt>
    <dd className="text-right tabular-nums">{children}</dd>
  </div>
)

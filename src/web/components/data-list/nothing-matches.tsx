import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

type NothingMatchesProps = {
  /** 'No project matches' */
  title: string
  clearLabel?: string
  onClear: () => void
  children?: ReactNode
}

/** Shown if the list has rows but none matches its filters. */
export const NothingMatches = ({ title, clearLabel = 'Clear filters', onClear, children }: NothingMatchesProps) => (
  <EmptyState
    role="status"
    className="grow bg-surface"
    icon={<SearchX />}
    title={title}
    action={<Button onClick={onClear}>{clearLabel}</Button>}
  >
    {children}
  </EmptyState>
)

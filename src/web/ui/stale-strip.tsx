import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { ProjectedLateIcon } from './icons/state-icons.tsx'

/** Shown below a heading while the data is old: 'Offline. Showing the list from 10:18 AM.' The list stays usable. */
export function StaleStrip({ children, onRetry, busy }: { children: ReactNode; onRetry?: () => void; busy?: boolean }) {
  return (
    <div
      role="status"
      className="flex min-h-10 items-center gap-2 border-line border-b bg-warn-tint px-3 py-1 text-warn-text"
    >
      <ProjectedLateIcon />
      <span className="grow">{children}</span>
      {onRetry && (
        <Button size="small" icon={<RotateCcw />} busy={busy} onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  )
}

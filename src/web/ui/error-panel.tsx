import { RotateCcw } from 'lucide-react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { LateIcon } from './icons/state-icons.tsx'

type ErrorPanelProps = {
  /** Offers 'Try again' for a part of the page, or 'Reload page' for the whole page. */
  scope?: 'part' | 'page'
  /** What failed; by default the sentence about a crash, which is also reported. */
  message?: string
  onRetry?: () => void
  busy?: boolean
  requestId?: string
  className?: string
}

const sentences = {
  part: 'An error occurred in this part of the application. Our team has been notified.',
  page: 'The application encountered an error. Our team has been notified.',
}

/** Shows an error: what failed, what to do, and the request id for support. */
export function ErrorPanel(props: ErrorPanelProps) {
  const { scope = 'part', message, onRetry, busy, requestId, className } = props
  const retry = onRetry ?? (scope === 'page' ? () => location.reload() : undefined)
  return (
    <EmptyState
      role="alert"
      tone="late"
      icon={<LateIcon />}
      title="Something went wrong"
      className={className}
      action={
        <>
          {retry && (
            <Button variant="primary" icon={<RotateCcw />} busy={busy} onClick={retry}>
              {scope === 'page' ? 'Reload page' : 'Try again'}
            </Button>
          )}
          {requestId && <span className="text-ink-3 text-label">Request {requestId}</span>}
        </>
      }
    >
      {message ?? sentences[scope]}
    </EmptyState>
  )
}

import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { errorSentence, isApiError } from '#web/api/api-error.ts'
import { isReachable } from '#web/stores/live-state.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { useCrashReport } from './use-crash-report.ts'

/** The program of a page that was never opened could not be fetched; nothing of it is lost when everything is loaded anew. */
function Unread() {
  const [busy, setBusy] = useState(false)
  const tryAgain = async () => {
    setBusy(true)
    const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
    if (answer) location.reload()
    setBusy(false)
  }
  return (
    <ErrorPanel
      className="min-h-80"
      message="The connection is gone. Try again when it is back."
      busy={busy}
      onRetry={() => void tryAgain()}
    />
  )
}

/** A part of the page failed: what is known, 'Try again', the request to name when asking for help. */
export function PartError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  const [isUnread] = useState(() => !isApiError(error) && !isReachable())
  const isNotified = useCrashReport(isApiError(error) || isUnread ? null : error, 'part')
  useEffect(() => queries.reset(), [queries])
  if (isUnread) return <Unread />
  return (
    <ErrorPanel
      className="min-h-80"
      message={isApiError(error) ? errorSentence(error) : undefined}
      isNotified={isNotified}
      requestId={(isApiError(error) && error.requestId) || undefined}
      onRetry={() => {
        reset()
        void router.invalidate()
      }}
    />
  )
}

import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { errorSentence, isApiError, isTransient } from '#web/api/api-error.ts'
import { isReachable, useLiveState } from '#web/live/live-state.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { useCrashReport } from './use-crash-report.ts'

/** Runs `work` when the server can be reached again after `isWaiting` became true. */
const useOnReturn = (isWaiting: boolean, work: () => void) => {
  const returns = useLiveState((live) => live.returns)
  const [first] = useState(returns)
  const latest = useRef(work)
  useEffect(() => {
    latest.current = work
  })
  useEffect(() => {
    if (isWaiting && returns !== first) latest.current()
  }, [isWaiting, returns, first])
}

/** The code of a page could not be loaded. The page was never opened, so reloading the application loses nothing. */
function Unread() {
  const [busy, setBusy] = useState(false)
  const tryAgain = async () => {
    setBusy(true)
    const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
    if (answer) location.reload()
    setBusy(false)
  }
  useOnReturn(true, () => void tryAgain())
  return (
    <ErrorPanel
      className="min-h-80"
      message="The connection was lost. Try again when it is back."
      busy={busy}
      onRetry={() => void tryAgain()}
    />
  )
}

/** The screen for a failed part of the page: the error, 'Try again', and the request id for support. */
export function PartError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  const [isUnread] = useState(() => !isApiError(error) && !isReachable())
  useCrashReport(isApiError(error) || isUnread ? null : error, 'part')
  useEffect(() => queries.reset(), [queries])
  const retry = () => {
    reset()
    void router.invalidate()
  }
  // A part that failed because the server did not answer is loaded again when the server is back.
  useOnReturn(isTransient(error), retry)
  if (isUnread) return <Unread />
  return (
    <ErrorPanel
      className="min-h-80"
      message={isApiError(error) ? errorSentence(error) : undefined}
      requestId={(isApiError(error) && error.requestId) || undefined}
      onRetry={retry}
    />
  )
}

import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { errorSentence, isApiError } from '#web/api/api-error.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'

/** A page whose program has not been loaded yet needs the connection once. */
const unreadPage = 'You are offline. Try again when the connection is back.'

/** A part of the page failed: what is known, 'Try again', the request to name when asking for help. */
export function PartError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  useEffect(() => queries.reset(), [queries])
  return (
    <ErrorPanel
      className="min-h-80"
      message={isApiError(error) ? errorSentence(error) : navigator.onLine ? undefined : unreadPage}
      requestId={(isApiError(error) && error.requestId) || undefined}
      onRetry={() => {
        reset()
        void router.invalidate()
      }}
    />
  )
}

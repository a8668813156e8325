import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isApiError } from '#web/api/api-error.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'

/** A part of the page failed: what is known, 'Try again', the request to name when asking for help. */
export function PartError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  useEffect(() => queries.reset(), [queries])
  return (
    <ErrorPanel
      className="min-h-80"
      message={isApiError(error) ? error.message : undefined}
      requestId={(isApiError(error) && error.requestId) || undefined}
      onRetry={() => {
        reset()
        void router.invalidate()
      }}
    />
  )
}

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorSentence, isApiError } from '#web/api/api-error.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { TryingAgain } from './trying-again.tsx'

type LoadedProps<T> = {
  query: UseQueryResult<T>
  /** Shown while loading; rows by default. */
  skeleton?: ReactNode
  children: (data: T) => ReactNode
}

/** A part of a page that depends on one query: loading, failed with 'Try again', or loaded. */
export function Loaded<T>({ query, skeleton, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) {
    return (
      <ErrorPanel
        message={errorSentence(query.error)}
        requestId={(isApiError(query.error) && query.error.requestId) || undefined}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  return (
    <>
      <TryingAgain error={query.failureReason} />
      {skeleton ?? <SkeletonRows columns="1fr 1fr 120px 120px" rows={8} />}
    </>
  )
}

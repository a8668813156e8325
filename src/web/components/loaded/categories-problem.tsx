import { useQuery } from '@tanstack/react-query'
import { errorSentence } from '#web/api/api-error.ts'
import { categoriesQuery } from '#web/api/categories/categories.queries.ts'
import { StaleStrip } from '#web/ui/stale-strip.tsx'

/** For a screen that works without the work centers: says that they could not be read, so that an empty filter is not a puzzle. */
export function CategoriesProblem() {
  const { data, error, isError, isFetching, refetch } = useQuery(categoriesQuery())
  if (data || !isError) return null
  return (
    <StaleStrip busy={isFetching} onRetry={() => void refetch()}>
      {errorSentence(error)}
    </StaleStrip>
  )
}

import { useQuery } from '@tanstack/react-query'
import { organisationQuery } from '#web/api/organisation.queries.ts'

/** First day of the organisation's weeks, 1 = Monday (until it is known) ... 7 = Sunday. */
export const useWeekStartsOn = (): number =>
  useQuery({ ...organisationQuery(), select: ({ weekStartsOn }) => weekStartsOn }).data ?? 1

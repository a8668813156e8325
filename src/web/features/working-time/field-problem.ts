import { isApiError } from '#web/api/api-error.ts'

/** What the server says of one field; null when it says nothing. */
export const fieldProblem = (error: unknown, path: string): string | null =>
  (isApiError(error) && error.problems.find((problem) => problem.path === path)?.message) || null

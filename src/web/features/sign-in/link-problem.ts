import { errorSentence, isApiError } from '#web/api/api-error.ts'

/** What is wrong with what was typed for a one-time link: the field's own sentence where there is one, else the answer's. */
export const linkProblem = (error: unknown): string =>
  (isApiError(error) && error.problems[0]?.message) || errorSentence(error)

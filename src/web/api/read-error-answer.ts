import { type ErrorCode, errorCodes, errorStatus, type FieldProblem } from '#contract/errors.ts'
import { requestIdHeader } from '#contract/headers.ts'
import { readWireNames } from '#contract/wire-names.ts'
import { ApiError } from './api-error.ts'

/** The server's texts about tenants, and the sentences for the reader. */
const tenantSentences: readonly (readonly [string, string])[] = [
  ['Tenant processing error', 'Tenant validation error: Please ensure you have selected a valid tenant.'],
  ['Missing tenant ID', 'No tenant selected: Please select a tenant before performing this operation.'],
  ['Invalid tenant ID', 'Invalid tenant format: The tenant ID is not in the correct format.'],
]

/** The sentence for the reader if a text of the server names a tenant problem; otherwise null. */
const tenantSentence = (serverText: string): string | null =>
  tenantSentences.find(([text]) => serverText.includes(text))?.[1] ?? null

const parse = (text: string): Record<string, unknown> => {
  try {
    const value = readWireNames(JSON.parse(text))
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {}
  } catch {
    return {}
  }
}

const sentenceOf = (body: Record<string, unknown>): string | null => {
  const text = [body.error, body.message, body.title].find((item) => typeof item === 'string' && item.trim() !== '')
  return typeof text === 'string' ? text : null
}

const codeOf = (body: Record<string, unknown>, status: number): ErrorCode =>
  errorCodes.find((code) => code === body.code) ??
  errorCodes.find((code) => errorStatus[code] === status) ??
  (status >= 500 ? 'internal' : 'bad_request')

const isProblem = (item: unknown): item is FieldProblem =>
  item !== null && typeof item === 'object' && 'path' in item && 'message' in item && typeof item.message === 'string'

/** True when the server's text names a tenant problem. */
export const isTenantProblem = (text: string): boolean => tenantSentence(sentenceOf(parse(text)) ?? '') !== null

/** Retry-After in ms; null for a date or anything else that is not a number of seconds. */
const retryAfterOf = ({ headers }: Response): number | null => {
  const seconds = headers.get('Retry-After')
  return seconds !== null && /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1_000 : null
}

/** Turns an error answer of any shape into an ApiError. */
export const readErrorAnswer = (response: Response, text: string, fallback: string): ApiError => {
  const body = parse(text)
  const said = sentenceOf(body)
  return new ApiError(codeOf(body, response.status), said === null ? fallback : (tenantSentence(said) ?? said), {
    status: response.status,
    requestId: typeof body.requestId === 'string' ? body.requestId : response.headers.get(requestIdHeader),
    problems: Array.isArray(body.problems) ? body.problems.filter(isProblem) : [],
    retryAfterMs: retryAfterOf(response),
    currentVersion: typeof body.currentVersion === 'number' ? body.currentVersion : null,
    fromServer: said !== null,
  })
}

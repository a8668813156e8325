import { type ErrorCode, errorCodes, errorStatus, type FieldProblem } from '#contract/errors.ts'
import { requestIdHeader } from '#contract/headers.ts'
import { readWireNames } from '#contract/wire-names.ts'
import { ApiError } from './api-error.ts'
import { tenantSentence } from './fallback-sentences.ts'

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

/** Turns an error answer of any shape into the one error the screens know. */
export const readErrorAnswer = (response: Response, text: string, fallback: string): ApiError => {
  const body = parse(text)
  const said = sentenceOf(body)
  return new ApiError(codeOf(body, response.status), said === null ? fallback : (tenantSentence(said) ?? said), {
    status: response.status,
    requestId: typeof body.requestId === 'string' ? body.requestId : response.headers.get(requestIdHeader),
    problems: Array.isArray(body.problems) ? body.problems.filter(isProblem) : [],
    currentVersion: typeof body.currentVersion === 'number' ? body.currentVersion : null,
    fromServer: said !== null,
  })
}

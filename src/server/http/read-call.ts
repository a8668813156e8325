import type { FastifyRequest } from 'fastify'
import type { z } from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { ConflictingSpellings, readWireNames } from '#contract/wire-names.ts'
import { AppError, NotFoundError, ValidationError } from '../errors.ts'

const maxProblems = 50

const problemsOf = (error: z.core.$ZodError) =>
  error.issues.slice(0, maxProblems).map(({ path, message }) => ({ path: path.map(String).join('.'), message }))

const readNames = (value: unknown): unknown => {
  try {
    return readWireNames(value)
  } catch (error) {
    if (error instanceof ConflictingSpellings) throw new AppError('bad_request', error.message)
    throw error
  }
}

const parse = (schema: z.ZodMiniType | undefined, value: unknown): unknown => {
  if (!schema) return undefined
  const parsed = schema.safeParse(readNames(value))
  if (!parsed.success) throw new ValidationError(problemsOf(parsed.error))
  return parsed.data
}

/** An id of the wrong form is answered like an unknown id. */
const parseParams = (schema: z.ZodMiniType | undefined, value: unknown): unknown => {
  if (!schema) return undefined
  const parsed = schema.safeParse({ ...(value as object) })
  if (!parsed.success) throw new NotFoundError()
  return parsed.data
}

/** Version named by If-Match: `"3"`, `W/"3"` or `3`; null when absent or `*`. Throws 400 where it must be named. */
const expectedVersionOf = (endpoint: Endpoint, request: FastifyRequest): number | null => {
  const header = request.headers['if-match']
  if (endpoint.versioned === 'required' && (header === undefined || header === '*')) {
    throw new AppError('bad_request', 'Send the version that you have read in If-Match.')
  }
  if (!endpoint.versioned || header === undefined || header === '*') return null
  const [, version] = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header.trim()) ?? []
  if (version === undefined) throw new AppError('bad_request', 'If-Match names no version.')
  return Number(version)
}

/** Parameters, query, body and If-Match of a request, with the types of the contract; throws 404 or 400. */
export const readCall = (endpoint: Endpoint, request: FastifyRequest) => ({
  params: parseParams(endpoint.params, request.params),
  query: parse(endpoint.query, request.query),
  body: parse(endpoint.body, request.body),
  expectedVersion: expectedVersionOf(endpoint, request),
})

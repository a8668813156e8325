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

const noBytes = new Uint8Array()

/** The body of a call that takes a file. Throws 400 without one. */
const fileOf = ({ takesFile }: Endpoint, body: unknown): Uint8Array => {
  if (!takesFile) return noBytes
  if (body instanceof Uint8Array && body.length > 0) return body
  throw new AppError('bad_request', 'The file is empty. Send it as the body of the request.')
}

/** Parameters, query, body or file, and If-Match of a request, with the types of the contract; throws 404 or 400. */
export const readCall = (endpoint: Endpoint, request: FastifyRequest) => ({
  params: parseParams(endpoint.params, request.params),
  query: parse(endpoint.query, request.query),
  body: endpoint.takesFile ? undefined : parse(endpoint.body, request.body),
  file: fileOf(endpoint, request.body),
  expectedVersion: expectedVersionOf(endpoint, request),
})

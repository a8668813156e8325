import type { FastifyRequest } from 'fastify'
import { requestedWithHeader } from '#contract/headers.ts'
import { ForbiddenError } from '../../errors.ts'

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Refuses (403) a request of a page of another site. Programs send no origin. */
export const refuseOtherOrigin = (
  { headers }: FastifyRequest,
  isAllowedOrigin: (origin: string, host: string | undefined) => boolean,
): void => {
  if (headers.origin !== undefined && !isAllowedOrigin(headers.origin, headers.host)) {
    throw new ForbiddenError('This request comes from an origin that is not allowed.')
  }
}

/**
 * Refuses (403) requests that another site could make a browser send. A change needs the header that forms cannot set,
 * JSON when there is a body (unless the call takes a file), and an origin that is ours or allowed.
 */
export const refuseForgery = (
  request: FastifyRequest,
  isAllowedOrigin: (origin: string, host: string | undefined) => boolean,
  { takesFile = false }: { readonly takesFile?: boolean | undefined } = {},
): void => {
  const { headers } = request
  if (!headers[requestedWithHeader.toLowerCase()]) {
    throw new ForbiddenError(`This request needs the header ${requestedWithHeader}.`)
  }
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (!takesFile && (type === undefined ? hasBody(request) : type !== 'application/json')) {
    throw new ForbiddenError('This request needs the content type application/json.')
  }
  const trusted =
    headers.origin === undefined
      ? headers['sec-fetch-site'] === 'same-origin'
      : isAllowedOrigin(headers.origin, headers.host)
  if (!trusted) throw new ForbiddenError('This request comes from an origin that is not allowed.')
}

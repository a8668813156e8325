import type { RegisteredEndpoint } from '#contract/registry.ts'
import type { Actor } from '../builders/build-user.ts'
import type { TestAnswer } from '../call-as.ts'
import type { MatrixRequest } from './matrix-request.ts'
import type { World } from './world.ts'

/** Path of an endpoint with its parameters filled in. */
export const pathOf = ({ path }: RegisteredEndpoint, { params = {}, query = '' }: MatrixRequest): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')) + query

/** Sends a request as an actor. */
export const ask = (
  { server }: World,
  actor: Actor | null,
  endpoint: RegisteredEndpoint,
  request: MatrixRequest,
  headers: Record<string, string> = {},
): Promise<TestAnswer> =>
  server.as(actor).call(endpoint.method, pathOf(endpoint, request), request.body, { ...request.headers, ...headers })

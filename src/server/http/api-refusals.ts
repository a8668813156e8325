import { actionOf } from '#contract/endpoint.ts'
import type { RegisteredEndpoint } from '#contract/registry.ts'
import { isSent } from './api-schemas.ts'

interface Refusal {
  /** Its name under `#/components/responses/`. */
  readonly name: string
  readonly description: string
  /** `namesVersion`: the body may say which versions its sender has read, such as `expectedVersion`. */
  readonly isAnsweredBy: (endpoint: RegisteredEndpoint, namesVersion: boolean) => boolean
}

const changes = ({ method }: RegisteredEndpoint): boolean => method !== 'GET'

const isOfTenant = ({ access }: RegisteredEndpoint): boolean => access === 'tenant' || actionOf(access) !== null

const hasPerson = ({ access }: RegisteredEndpoint): boolean => access !== 'public' && access !== 'calendarFeed'

/** Refusals by status. Any other one (too large, busy, storage full) has the same body. */
export const refusals: Readonly<Record<number, Refusal>> = {
  400: {
    name: 'BadRequest',
    description: 'The request cannot be read, or a field has a value that it cannot have; `problems` names the fields.',
    isAnsweredBy: () => true,
  },
  401: {
    name: 'Unauthenticated',
    description: 'There is no session or token, or it is no longer valid.',
    isAnsweredBy: (endpoint) => hasPerson(endpoint) || changes(endpoint),
  },
  403: {
    name: 'Forbidden',
    description: 'The caller may not do this; `error` says why. A token with the access “Read” changes nothing.',
    isAnsweredBy: (endpoint) => changes(endpoint) || isOfTenant(endpoint) || endpoint.access === 'superAdmin',
  },
  404: {
    name: 'NotFound',
    description: 'There is no such record in the organization of the caller, or the server has this turned off.',
    isAnsweredBy: (endpoint) => isSent(endpoint.params) || isSent(endpoint.body) || endpoint.access === 'public',
  },
  409: {
    name: 'Conflict',
    description: 'Another record or a run is in the way, or `X-Tenant-ID` names another organization than the session.',
    isAnsweredBy: (endpoint) => changes(endpoint) || isOfTenant(endpoint),
  },
  412: {
    name: 'Stale',
    description: 'The record changed since the version that was sent; `currentVersion` is its version now.',
    isAnsweredBy: ({ versioned }, namesVersion) => Boolean(versioned) || namesVersion,
  },
  422: {
    name: 'AgainstRule',
    description: 'A rule of planning forbids it; `error` says which. Or the `Idempotency-Key` came with another body.',
    isAnsweredBy: changes,
  },
  429: {
    name: 'TooMany',
    description: 'Too many attempts, calculations or downloads. Try again after the seconds in `Retry-After`.',
    isAnsweredBy: (endpoint) =>
      endpoint.takesApiTokens || changes(endpoint) || endpoint.mediaType !== undefined || isSent(endpoint.params),
  },
}

import type { Endpoint } from '#contract/endpoint.ts'
import { ApiError } from '#web/api/api-error.ts'
import { readErrorAnswer } from '#web/api/read-error-answer.ts'
import { callHeaders, identityHeaders } from '#web/api/request-headers.ts'
import { readStoredSession } from '#web/stores/stored-session.ts'

export interface FetchedFile {
  readonly data: Blob
  readonly name: string
}

/** Returns the file that a POST answers with, and its name. Throws ApiError. Files of a GET use a link (`fileHref`). */
export const fetchFile = async (endpoint: Endpoint, body: unknown): Promise<FetchedFile> => {
  const response = await fetch(new URL(`/api${endpoint.path}`, location.origin), {
    method: endpoint.method,
    credentials: 'include',
    headers: {
      ...identityHeaders(readStoredSession()),
      ...callHeaders({ writes: false, source: 'screen' }),
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
  }).catch((cause: unknown) => {
    throw new ApiError('network', endpoint.failed, { cause })
  })
  if (!response.ok) throw readErrorAnswer(response, await response.text(), endpoint.failed)
  const [, name = 'export'] = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? []
  return { data: await response.blob(), name }
}

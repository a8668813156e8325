import type { Endpoint } from '#contract/endpoint.ts'
import { type CallOptions, type CallParts, callForAnswer, rememberChange } from './client.ts'

/** Calls an endpoint that writes and has no answer body. The result identifies the change set (`changeIdOf`). */
export const callForChange = async <E extends Endpoint>(
  endpoint: E,
  parts: CallParts<E>,
  options?: CallOptions,
): Promise<object> => {
  const { headers } = await callForAnswer(endpoint, parts, options)
  const change = {}
  rememberChange(headers, change)
  return change
}

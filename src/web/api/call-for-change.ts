import type { Endpoint } from '#contract/endpoint.ts'
import { type CallOptions, type CallParts, callForAnswer, rememberChange } from './client.ts'

/** Calls an endpoint that changes something and answers with nothing; what comes back stands for the change (`changeIdOf`). */
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

import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '#contract/endpoint.ts'

/** Throws when an answer differs from the contract, also for additional fields. */
export const checkAnswer = (endpoint: Endpoint, answer: unknown): void => {
  const parsed = endpoint.response.safeParse(answer)
  const where = `${endpoint.method} ${endpoint.path}`
  if (!parsed.success) throw new Error(`The answer of ${where} breaks the contract: ${parsed.error.message}`)
  const [sent, allowed] = [answer, parsed.data].map((value) => JSON.parse(JSON.stringify(value ?? null)))
  if (!isDeepStrictEqual(sent, allowed)) throw new Error(`The answer of ${where} holds more than the contract names`)
}

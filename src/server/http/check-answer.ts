import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '#contract/endpoint.ts'

/**
 * How an answer differs from the contract, including additional fields and fields that only other servers may omit;
 * null if it does not.
 */
const differenceOf = ({ response }: Endpoint, answer: unknown): string | null => {
  const parsed = response.safeParse(answer)
  if (!parsed.success) return `breaks the contract: ${parsed.error.message}`
  const [sent, allowed] = [answer, parsed.data].map((value) => JSON.parse(JSON.stringify(value ?? null)))
  return isDeepStrictEqual(sent, allowed) ? null : 'is not exactly what the contract names'
}

/** Throws if a value does not match the endpoint's response schema. */
export const isAnswer = (endpoint: Endpoint, value: unknown): boolean => differenceOf(endpoint, value) === null

/** Throws when an answer differs from the contract. */
export const checkAnswer = (endpoint: Endpoint, answer: unknown): void => {
  const difference = differenceOf(endpoint, answer)
  if (difference !== null) throw new Error(`The answer of ${endpoint.method} ${endpoint.path} ${difference}`)
}

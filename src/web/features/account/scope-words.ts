import type { ApiTokenScope } from '#contract/api-tokens.ts'

/** What a token may do, in the words of the screen: never more than its owner may at the time. */
export const scopeWords: Readonly<Record<ApiTokenScope, string>> = { read: 'Read', plan: 'Read and plan' }

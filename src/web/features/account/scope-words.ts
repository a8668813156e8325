import type { ApiTokenScope } from '#contract/api-tokens.ts'

/** What a token may do, in the words of the screen. */
export const scopeWords: Readonly<Record<ApiTokenScope, string>> = { read: 'Read', plan: 'Read and plan' }

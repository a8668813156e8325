import type { ApiTokenScope } from '#contract/api-tokens.ts'

/** The access of a token in words. It never exceeds the current access of its owner. */
export const scopeWords: Readonly<Record<ApiTokenScope, string>> = { read: 'Read', plan: 'Read and plan' }

import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { postSignInCode } from '#contract/second-factor.ts'
import { call } from '#web/api/client.ts'
import { type CodeAsked, keepSignedIn } from './auth.mutations.ts'

/** Finishes a sign-in with a code; the form shows errors. */
export const signInCodeMutation = (queryClient: QueryClient, asked: CodeAsked) =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: async (code: string) => {
      const result = await call(postSignInCode, { body: { code } }, { keeps401: true })
      keepSignedIn(queryClient, result, asked)
      return result
    },
  })

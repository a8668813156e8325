import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { postSingleSignOn, postSingleSignOnAnswer } from '#contract/single-sign-on.ts'
import { type CallParts, call } from '#web/api/client.ts'
import { keepSignedIn } from './auth.mutations.ts'

/** Starts single sign-on and returns the address of the identity provider. The screen shows errors. */
export const singleSignOnMutation = () =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: (body: CallParts<typeof postSingleSignOn>['body']) =>
      call(postSingleSignOn, { body }, { keeps401: true }),
  })

/** Completes single sign-on with the provider's answer. The screen shows errors. */
export const singleSignOnAnswerMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: async (answer: string) => {
      const { rememberMe, ...result } = await call(postSingleSignOnAnswer, { body: { answer } }, { keeps401: true })
      keepSignedIn(queryClient, result, { email: result.email, rememberMe })
      return result
    },
  })

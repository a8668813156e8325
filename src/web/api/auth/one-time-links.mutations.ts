import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { postAcceptInvitation, postResetPassword } from '#contract/one-time-links.ts'
import { call } from '#web/api/client.ts'
import { rememberSignInEmail } from '#web/stores/stored-session.ts'
import { enter } from './auth.mutations.ts'

/** Accepts an invitation and signs in with the new password; the form shows errors. */
export const acceptInvitationMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: async (body: { token: string; password: string }) => {
      const { email } = await call(postAcceptInvitation, { body }, { keeps401: true })
      return enter(queryClient, { email, password: body.password })
    },
  })

/** Sets a password with the token of a one-time link; the form shows errors. */
export const setPasswordMutation = () =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: (body: { token: string; newPassword: string }) => call(postResetPassword, { body }, { keeps401: true }),
    onSuccess: ({ email }) => rememberSignInEmail(email),
  })

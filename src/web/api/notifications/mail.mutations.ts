import { mutationOptions } from '@tanstack/react-query'
import { postForgotPassword } from '#contract/mail.ts'
import { call } from '#web/api/client.ts'

/** Asks for an e-mail with a link that sets a new password; the form shows errors. */
export const forgotPasswordMutation = () =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: (body: { email: string }) => call(postForgotPassword, { body }, { keeps401: true }),
  })

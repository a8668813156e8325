import { mutationOptions } from '@tanstack/react-query'
import { postForgotPassword } from '#contract/mail.ts'
import { call } from '#web/api/client.ts'

/** Requests an email with a link for setting a new password; the form shows errors. */
export const forgotPasswordMutation = () =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: (body: { email: string }) => call(postForgotPassword, { body }, { keeps401: true }),
  })

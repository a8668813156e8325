import { z } from 'zod/mini'
import { LoginInput } from './auth.ts'
import { endpoint } from './endpoint.ts'

/** Whether this installation sends e-mail. Also called before sign-in, so it reveals nothing else. */
export const getMailStatus = endpoint({
  method: 'GET',
  path: '/mail',
  access: 'public',
  summary: 'Whether this server sends e-mail',
  failed: 'Unable to connect to the server. Please try again later.',
  response: z.object({ isConfigured: z.boolean() }),
})

export const ForgotPasswordInput = z.pick(LoginInput, { email: true })

/** The answer is the same whether or not the e-mail has an account. 422 on an installation without e-mail. */
export const postForgotPassword = endpoint({
  method: 'POST',
  path: '/auth/forgot-password',
  access: 'public',
  summary: 'Ask for an e-mail with a link that sets a new password',
  failed: 'Unable to connect to the server. Please try again later.',
  body: ForgotPasswordInput,
  response: z.object({ message: z.string() }),
})

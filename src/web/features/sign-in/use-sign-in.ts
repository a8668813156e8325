import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { LoginInput } from '#contract/auth.ts'
import { isApiError } from '#web/api/api-error.ts'
import { type SignInAnswer, signInMutation } from '#web/api/auth/auth.mutations.ts'
import type { FormFrame } from '#web/components/form/form.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { localStore } from '#web/stores/safe-storage.ts'
import { forgetSessionError, useSession } from '#web/stores/session.ts'
import { lastSignInEmail } from '#web/stores/stored-session.ts'

const tenantCodes = ['missing_tenant', 'invalid_tenant', 'tenant_mismatch', 'tenant_switched']

/** The alert text for a failed sign-in, in the specified words. */
const signInProblem = (error: unknown): string => {
  if (!isApiError(error)) return 'An unexpected error occurred. Please try again.'
  if (tenantCodes.includes(error.code)) return error.fromServer ? error.message : 'Tenant validation failed'
  if (error.status === 401) return 'Invalid email or password. Please try again.'
  if (error.fromServer) return error.message
  // Another server may refuse with a success, and without a reason.
  if (error.status === 200) return 'Login failed. Please try again.'
  return 'Unable to connect to the server. Please try again later.'
}

/** The state of the sign-in form. `onSignedIn` receives the result once. */
export const useSignIn = (onSignedIn: (answer: SignInAnswer) => void) => {
  const remembered = localStore.get('rememberEmail')
  const { form, field, attempt, isBusy, isDirty, failure, ...sent } = useContractForm({
    schema: LoginInput,
    values: { email: remembered ?? lastSignInEmail() ?? '', password: '', rememberMe: remembered !== null },
    mode: 'onTouched',
  })
  const signIn = useMutation(signInMutation(useQueryClient()))
  /** The sentence for an attempt with a missing or invalid value; null after the next key. */
  const [refusal, setRefusal] = useState<string | null>(null)
  // The reason why the last session ended is shown until the reader types or closes it.
  const ended = useSession(({ error }) => error)
  const forgetFailure = () => {
    setRefusal(null)
    sent.forgetFailure()
    forgetSessionError()
  }
  const [email, password] = form.watch(['email', 'password'])

  const submit = form.handleSubmit(
    (input) => {
      forgetFailure()
      return attempt(async () => onSignedIn(await signIn.mutateAsync(input)))
    },
    (problems) => {
      forgetFailure()
      if (email.trim() === '' || password === '') setRefusal('Please fill in all fields')
      else if (problems.email) setRefusal('Please enter a valid email address')
    },
  )
  const problem = refusal ?? (sent.problem === null ? ended : signInProblem(failure))
  const frame: FormFrame = { isBusy, isDirty, problem, forgetFailure }
  return {
    frame,
    email,
    password,
    /** Whether 'Remember me' is checked. */
    remembers: () => form.getValues('rememberMe') === true,
    isIncomplete: email === '' || password === '',
    isBusy: isBusy || signIn.isSuccess,
    remember: () => form.register('rememberMe'),
    /** The props of a field; typing in it clears the alert. */
    field: (name: 'email' | 'password') => {
      const { onChange, ...props } = field(name)
      return {
        ...props,
        onChange: (event: Parameters<typeof onChange>[0]) => {
          forgetFailure()
          return onChange(event)
        },
      }
    },
    submit,
  }
}

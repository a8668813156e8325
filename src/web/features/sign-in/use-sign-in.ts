import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { emailPattern } from '#contract/auth.ts'
import { isApiError } from '#web/api/api-error.ts'
import { type SignInAnswer, signInMutation } from '#web/api/auth.mutations.ts'
import { localStore } from '#web/stores/safe-storage.ts'
import { forgetSessionError, useSession } from '#web/stores/session.ts'
import { lastSignInEmail } from '#web/stores/stored-session.ts'

const tenantCodes = ['missing_tenant', 'invalid_tenant', 'tenant_mismatch', 'tenant_switched']

/** The text of the alert for a failed sign-in, literal from specification 8.2. */
const signInProblem = (error: unknown): string => {
  if (!isApiError(error)) return 'An unexpected error occurred. Please try again.'
  if (tenantCodes.includes(error.code)) return error.fromServer ? error.message : 'Tenant validation failed'
  if (error.status === 401) return 'Invalid email or password. Please try again.'
  if (error.fromServer) return error.message
  if (error.status === 200) return 'Login failed. Please try again.'
  return 'Unable to connect to the server. Please try again later.'
}

type FieldName = 'email' | 'password'

/**
 * Values, messages and actions of the sign-in form (specification 2.3, 5). `onSignedIn` gets the result once. It does
 * not use `useContractForm`: the form library would add 15 KB to the first load, which may be at most 169 KB.
 */
export const useSignIn = (onSignedIn: (answer: SignInAnswer) => void) => {
  const remembered = localStore.get('rememberEmail')
  const [email, setEmail] = useState(remembered ?? lastSignInEmail() ?? '')
  const [password, setPassword] = useState('')
  const [rememberMe, setRememberMe] = useState(remembered !== null)
  const [touched, setTouched] = useState<Partial<Record<FieldName, true>>>({})
  // The reason why the last session ended is shown until the reader types or closes it.
  const [problem, setShownProblem] = useState<string | null>(() => useSession.getState().error)
  const setProblem = (sentence: string | null) => {
    forgetSessionError()
    setShownProblem(sentence)
  }
  const signIn = useMutation(signInMutation(useQueryClient()))

  const fieldErrors = {
    email: !touched.email
      ? null
      : email.trim() === ''
        ? 'Email is required'
        : emailPattern.test(email.trim())
          ? null
          : 'Please enter a valid email',
    password: touched.password && password === '' ? 'Password is required' : null,
  }

  const submit = () => {
    if (signIn.isPending) return
    if (email.trim() === '' || password === '') return setProblem('Please fill in all fields')
    if (!emailPattern.test(email.trim())) return setProblem('Please enter a valid email address')
    setProblem(null)
    signIn.mutate(
      { email: email.trim(), password, rememberMe },
      { onSuccess: onSignedIn, onError: (error) => setProblem(signInProblem(error)) },
    )
  }

  const typed = (set: (text: string) => void) => (text: string) => {
    setProblem(null)
    set(text)
  }

  return {
    email,
    password,
    rememberMe,
    fieldErrors,
    problem,
    incomplete: email === '' || password === '',
    busy: signIn.isPending || signIn.isSuccess,
    setEmail: typed(setEmail),
    setPassword: typed(setPassword),
    setRememberMe,
    touch: (name: FieldName) => setTouched((before) => ({ ...before, [name]: true })),
    dismissProblem: () => setProblem(null),
    submit,
  }
}

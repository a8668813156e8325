import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { LoginResult } from '#contract/auth.ts'
import { SignInCodeInput } from '#contract/second-factor.ts'
import { isApiError } from '#web/api/api-error.ts'
import type { CodeAsked } from '#web/api/auth/auth.mutations.ts'
import { signInCodeMutation } from '#web/api/auth/sign-in-code.mutations.ts'
import { EntrancePage } from '#web/components/entrance/entrance-page.tsx'
import { Form } from '#web/components/form/form.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { forgetSession } from '#web/stores/session.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { BackToSignIn } from './back-to-sign-in.tsx'

type SignInCodePageProps = {
  asked: CodeAsked
  onSignedIn: (result: LoginResult) => void
  onLeave: () => void
}

/** The texts for the two kinds of codes; the server tells them apart itself. */
const kinds = {
  app: {
    hint: 'Enter the 6-digit code that your authenticator app shows for',
    label: 'Code',
    other: 'Use a recovery code instead',
    input: { autoComplete: 'one-time-code', inputMode: 'numeric', placeholder: '123456', maxLength: 12 },
  },
  recovery: {
    hint: 'Enter one of the recovery codes that you saved for',
    label: 'Recovery code',
    other: 'Use a code from the app instead',
    input: { autoComplete: 'off', inputMode: 'text', placeholder: 'ABCD-EFGH-IJKL-MNOP', maxLength: 40 },
  },
} as const

/** The card after the password of an account with two-factor authentication. */
export function SignInCodePage({ asked, onSignedIn, onLeave }: SignInCodePageProps) {
  const [kind, setKind] = useState<keyof typeof kinds>('app')
  const { hint, label, other, input } = kinds[kind]
  const enter = useMutation(signInCodeMutation(useQueryClient(), asked))
  const { form, submit, field, ...frame } = useContractForm({
    schema: SignInCodeInput,
    values: { code: '' },
    mode: 'onSubmit',
  })
  const send = submit(async ({ code }) => {
    try {
      onSignedIn(await enter.mutateAsync(code))
    } catch (error) {
      if (!isApiError(error) || error.code !== 'unauthenticated') throw error
      // The sign-in card shows why the sign-in has to start again.
      forgetSession(error.message)
      onLeave()
    }
  })
  const change = () => {
    setKind(kind === 'app' ? 'recovery' : 'app')
    frame.forgetFailure()
    form.setValue('code', '')
    form.clearErrors()
    form.setFocus('code')
  }
  return (
    <EntrancePage>
      <div className="px-8 pt-5 pb-8 max-sm:px-5 max-sm:pb-6">
        <h1 className="font-semibold text-figure">Two-factor authentication</h1>
        <p className="wrap-anywhere text-field text-ink-3">
          {hint} {asked.email}.
        </p>
        <Form className="mt-5 flex flex-col gap-4" frame={frame} onSubmit={send}>
          <TextField
            label={label}
            size="large"
            icon={<KeyRound />}
            autoFocus
            autoCapitalize="characters"
            spellCheck={false}
            {...input}
            {...field('code')}
          />
          <Button
            type="submit"
            variant="primary"
            size="large"
            className="w-full font-semibold"
            busy={frame.isBusy || enter.isSuccess}
            busyLabel="Signing In..."
          >
            Sign In
          </Button>
        </Form>
        <button type="button" className="mt-4 rounded-inner text-primary-text hover:underline" onClick={change}>
          {other}
        </button>
        <BackToSignIn onLeave={onLeave} />
      </div>
    </EntrancePage>
  )
}

import { useMutation } from '@tanstack/react-query'
import { LockKeyhole } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { NewPassword } from '#contract/users.ts'
import { errorSentence, isApiError } from '#web/api/api-error.ts'
import { setPasswordMutation } from '#web/api/auth.mutations.ts'
import { EntrancePage } from '#web/components/entrance/entrance-page.tsx'
import { PasswordMeter } from '#web/components/password-strength/password-meter.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { toast } from '#web/ui/toast.tsx'

/** What is wrong: the field's own sentence where there is one, else the answer's. */
const problemOf = (error: unknown): string => (isApiError(error) && error.problems[0]?.message) || errorSentence(error)

/** The card of a one-time link: a new password, then on to signing in with it. */
export function SetPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const save = useMutation(setPasswordMutation())
  const [password, setPassword] = useState('')
  const checked = NewPassword.safeParse(password)
  const problem = password === '' || checked.success ? null : (checked.error.issues[0]?.message ?? null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!checked.success || save.isPending) return
    save.mutate(
      { token, newPassword: password },
      {
        onSuccess: () => {
          toast.success('Password set. Sign in with it.')
          onDone()
        },
      },
    )
  }
  return (
    <EntrancePage>
      <form className="px-8 pt-5 pb-8 max-sm:px-5 max-sm:pb-6" noValidate onSubmit={submit}>
        <h1 className="font-semibold text-figure">Set a new password</h1>
        <p className="text-field text-ink-3">The link you opened works once. Other sessions of the account end.</p>
        {save.isError && (
          <Alert className="mt-5" onDismiss={save.reset}>
            {problemOf(save.error)}
          </Alert>
        )}
        <PasswordField
          className="mt-5"
          label="New password"
          size="large"
          icon={<LockKeyhole />}
          autoComplete="new-password"
          autoFocus
          value={password}
          error={problem}
          onChange={(event) => {
            if (save.isError) save.reset()
            setPassword(event.target.value)
          }}
        />
        <PasswordMeter className="mt-2" password={password} />
        <Button
          type="submit"
          variant="primary"
          size="large"
          className="mt-5 w-full font-semibold"
          busy={save.isPending}
          busyLabel="Saving…"
          disabled={!checked.success}
        >
          Set password
        </Button>
        <p className="mt-6 border-line border-t pt-4 text-center text-ink-3">
          <button type="button" className="rounded-inner text-primary-text hover:underline" onClick={onDone}>
            Back to sign in
          </button>
        </p>
      </form>
    </EntrancePage>
  )
}

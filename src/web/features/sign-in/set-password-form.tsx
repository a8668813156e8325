import { useMutation } from '@tanstack/react-query'
import { LockKeyhole } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { NewPassword, type OneTimeLinkFacts } from '#contract/one-time-links.ts'
import { setPasswordMutation } from '#web/api/one-time-links.mutations.ts'
import { EntrancePage } from '#web/components/entrance/entrance-page.tsx'
import { PasswordMeter } from '#web/components/password-strength/password-meter.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { BackToSignIn } from './back-to-sign-in.tsx'
import { linkProblem } from './link-problem.ts'

type SetPasswordFormProps = { token: string; link: OneTimeLinkFacts; onLeave: () => void }

/** A new password for the account of a one-time link, then on to signing in with it. */
export function SetPasswordForm({ token, link, onLeave }: SetPasswordFormProps) {
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
          onLeave()
        },
      },
    )
  }
  return (
    <EntrancePage>
      <form className="px-8 pt-5 pb-8 max-sm:px-5 max-sm:pb-6" noValidate onSubmit={submit}>
        <h1 className="font-semibold text-figure">Set a new password</h1>
        <p className="wrap-anywhere text-field text-ink-3">
          For {link.email} in {link.organizationName}. The link works once, and every open session of the account ends.
        </p>
        {save.isError && (
          <Alert className="mt-5" onDismiss={save.reset}>
            {linkProblem(save.error)}
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
        <BackToSignIn onLeave={onLeave} />
      </form>
    </EntrancePage>
  )
}

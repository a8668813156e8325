import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { NewPassword } from '#contract/one-time-links.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { changePasswordMutation } from '#web/api/users.mutations.ts'
import { PasswordMeter } from '#web/components/password-strength/password-meter.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { toast } from '#web/ui/toast.tsx'

/** A new password; the present one is needed, and every other session ends. */
export function PasswordForm({ email }: { email: string }) {
  const change = useMutation(changePasswordMutation())
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const checked = NewPassword.safeParse(newPassword)
  const problem = newPassword === '' || checked.success ? null : (checked.error.issues[0]?.message ?? null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (currentPassword === '' || !checked.success) return
    change.mutate(
      { currentPassword, newPassword },
      {
        onSuccess: () => {
          setCurrent('')
          setNew('')
          toast.success('Password changed. Your other sessions have ended.')
        },
      },
    )
  }
  return (
    <Panel title="Password">
      <form id="password" className="flex scroll-mt-20 flex-col gap-3 p-3" noValidate onSubmit={submit}>
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        {change.isError && <Alert onDismiss={change.reset}>{errorSentence(change.error)}</Alert>}
        <PasswordField
          label="Current password"
          value={currentPassword}
          onChange={(event) => {
            if (change.isError) change.reset()
            setCurrent(event.target.value)
          }}
        />
        <div>
          <PasswordField
            label="New password"
            autoComplete="new-password"
            value={newPassword}
            error={problem}
            onChange={(event) => setNew(event.target.value)}
          />
          <PasswordMeter className="mt-2" password={newPassword} />
        </div>
        <Button
          type="submit"
          variant="primary"
          className="self-start"
          busy={change.isPending}
          busyLabel="Changing…"
          disabledReason={(currentPassword === '' || !checked.success) && 'Fill in both fields'}
        >
          Change password
        </Button>
      </form>
    </Panel>
  )
}

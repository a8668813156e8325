import { useMutation } from '@tanstack/react-query'
import { LockKeyhole } from 'lucide-react'
import { z } from 'zod/mini'
import { NewPassword, type OneTimeLinkFacts } from '#contract/one-time-links.ts'
import { setPasswordMutation } from '#web/api/auth/one-time-links.mutations.ts'
import { EntrancePage } from '#web/components/entrance/entrance-page.tsx'
import { PasswordMeter } from '#web/components/entrance/password-meter.tsx'
import { Form } from '#web/components/form/form.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { BackToSignIn } from './back-to-sign-in.tsx'

const Password = z.object({ newPassword: NewPassword })

type SetPasswordFormProps = { token: string; link: OneTimeLinkFacts; onLeave: () => void }

/** Sets a new password for the account of a one-time link, then opens the sign-in card. */
export function SetPasswordForm({ token, link, onLeave }: SetPasswordFormProps) {
  const save = useMutation(setPasswordMutation())
  const { form, submit, field, ...frame } = useContractForm({
    schema: Password,
    values: { newPassword: '' },
  })
  const set = submit(async ({ newPassword }) => {
    await save.mutateAsync({ token, newPassword })
    toast.success('Password set. Sign in with it.')
    onLeave()
  })
  return (
    <EntrancePage>
      <div className="px-8 pt-5 pb-8 max-sm:px-5 max-sm:pb-6">
        <h1 className="font-semibold text-figure">Set a new password</h1>
        <p className="wrap-anywhere text-field text-ink-3">
          For {link.email} in {link.organizationName}. The link works once, and every open session of the account ends.
        </p>
        <Form className="mt-5 flex flex-col gap-4" frame={frame} onSubmit={set}>
          <PasswordField
            label="New password"
            size="large"
            icon={<LockKeyhole />}
            autoComplete="new-password"
            autoFocus
            {...field('newPassword')}
          />
          <PasswordMeter password={form.watch('newPassword')} />
          <Button
            type="submit"
            variant="primary"
            size="large"
            className="w-full font-semibold"
            busy={frame.isBusy}
            busyLabel="Saving…"
          >
            Set password
          </Button>
        </Form>
        <BackToSignIn onLeave={onLeave} />
      </div>
    </EntrancePage>
  )
}

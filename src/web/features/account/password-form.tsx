import { useMutation } from '@tanstack/react-query'
import { PasswordInput } from '#contract/users.ts'
import { changePasswordMutation } from '#web/api/users/users.mutations.ts'
import { PasswordMeter } from '#web/components/entrance/password-meter.tsx'
import { Form } from '#web/components/form/form.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Sets a new password. It asks for the current password and ends all other sessions. */
export function PasswordForm({ email }: { email: string }) {
  const change = useMutation(changePasswordMutation())
  const { form, submit, field, ...frame } = useContractForm({
    schema: PasswordInput,
    values: { currentPassword: '', newPassword: '' },
  })
  return (
    <Panel title="Password">
      <Form
        id="password"
        className="flex scroll-mt-20 flex-col gap-3 p-3"
        frame={frame}
        onSubmit={submit(async (passwords) => {
          await change.mutateAsync(passwords)
          form.reset()
          toast.success('Password changed. Your other sessions have ended.')
        })}
      >
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField label="Current password" {...field('currentPassword')} />
        <div>
          <PasswordField label="New password" autoComplete="new-password" {...field('newPassword')} />
          <PasswordMeter className="mt-2" password={form.watch('newPassword')} />
        </div>
        <Button type="submit" variant="primary" className="self-start" busy={frame.isBusy} busyLabel="Changing…">
          Change password
        </Button>
      </Form>
    </Panel>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LockKeyhole, Mail } from 'lucide-react'
import { z } from 'zod/mini'
import { NewPassword, type OneTimeLinkFacts } from '#contract/one-time-links.ts'
import type { SignInAnswer } from '#web/api/auth/auth.mutations.ts'
import { acceptInvitationMutation } from '#web/api/auth/one-time-links.mutations.ts'
import { EntrancePage } from '#web/components/entrance/entrance-page.tsx'
import { Form } from '#web/components/form/form.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { BackToSignIn } from './back-to-sign-in.tsx'

const Password = z.object({ password: NewPassword })

type AcceptInvitationFormProps = {
  token: string
  link: OneTimeLinkFacts
  onSignedIn: (answer: SignInAnswer) => void
  onLeave: () => void
}

/**
 * Joins an organization. The form is the same with and without an existing account. It must not reveal which, because
 * the admin who created the link could open it too.
 */
export function AcceptInvitationForm({ token, link, onSignedIn, onLeave }: AcceptInvitationFormProps) {
  const join = useMutation(acceptInvitationMutation(useQueryClient()))
  const { submit, field, ...frame } = useContractForm({
    schema: Password,
    values: { password: '' },
  })
  const accept = submit(async ({ password }) => onSignedIn(await join.mutateAsync({ token, password })))
  return (
    <EntrancePage>
      <div className="px-8 pt-5 pb-8 max-sm:px-5 max-sm:pb-6">
        <h1 className="wrap-anywhere font-semibold text-figure">Join {link.organizationName}</h1>
        <p className="text-field text-ink-3">
          If you already have an account with this email, enter its password. Its name and password stay the same, and
          its other sessions end. Otherwise, choose a password to create your account.
        </p>
        <Form className="mt-5 flex flex-col gap-4" frame={frame} onSubmit={accept}>
          <TextField label="Email" size="large" icon={<Mail />} autoComplete="username" readOnly value={link.email} />
          <PasswordField
            label="Password"
            size="large"
            icon={<LockKeyhole />}
            autoComplete="current-password"
            autoFocus
            {...field('password')}
          />
          <Button
            type="submit"
            variant="primary"
            size="large"
            className="w-full font-semibold"
            busy={frame.isBusy || join.isSuccess}
            busyLabel="Joining…"
          >
            Accept invitation
          </Button>
        </Form>
        <BackToSignIn onLeave={onLeave} />
      </div>
    </EntrancePage>
  )
}

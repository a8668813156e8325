import { useMutation, useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { ForgotPasswordInput } from '#contract/mail.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { forgotPasswordMutation } from '#web/api/mail.mutations.ts'
import { mailStatusQuery } from '#web/api/mail.queries.ts'
import { EntrancePage } from '#web/components/entrance/entrance-page.tsx'
import { Form } from '#web/components/form/form.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { BackToSignIn } from './back-to-sign-in.tsx'

type ForgotPasswordPageProps = {
  /** What stands in the sign-in card. */
  email: string
  onLeave: () => void
}

/** The card behind 'Forgot password?': asks for the e-mail, or says whom to ask where the server sends no e-mail. */
export function ForgotPasswordPage({ email, onLeave }: ForgotPasswordPageProps) {
  const status = useQuery(mailStatusQuery())
  return (
    <EntrancePage>
      <div className="px-8 pt-5 pb-8 max-sm:px-5 max-sm:pb-6">
        <h1 className="font-semibold text-figure">Forgot your password?</h1>
        {status.data?.isConfigured ? (
          <EmailForm email={email} />
        ) : status.data ? (
          <p role="status" className="text-field text-ink-3">
            Contact your administrator, who can make a link with which you set a new password.
          </p>
        ) : status.isError ? (
          <>
            <Alert className="mt-5">{errorSentence(status.error)}</Alert>
            <Button className="mt-5 w-full" size="large" busy={status.isFetching} onClick={() => void status.refetch()}>
              Try again
            </Button>
          </>
        ) : (
          <p role="status" className="text-field text-ink-3">
            One moment…
          </p>
        )}
        <BackToSignIn onLeave={onLeave} />
      </div>
    </EntrancePage>
  )
}

/** Asks for the link. The answer is the same for every e-mail. */
function EmailForm({ email }: { email: string }) {
  const ask = useMutation(forgotPasswordMutation())
  const { submit, field, ...frame } = useContractForm({
    schema: ForgotPasswordInput,
    values: { email },
    mode: 'onSubmit',
  })
  if (ask.data) {
    return (
      <Alert kind="success" className="mt-5">
        {ask.data.message}
      </Alert>
    )
  }
  return (
    <>
      <p className="text-field text-ink-3">We send you a link with which you set a new one.</p>
      <Form className="mt-5 flex flex-col gap-4" frame={frame} onSubmit={submit((input) => ask.mutateAsync(input))}>
        <TextField
          label="Email Address"
          size="large"
          icon={<Mail />}
          type="email"
          autoComplete="username"
          placeholder="name@company.com"
          autoFocus
          {...field('email')}
        />
        <Button
          type="submit"
          variant="primary"
          size="large"
          className="w-full font-semibold"
          busy={frame.isBusy}
          busyLabel="Sending…"
        >
          Send link
        </Button>
      </Form>
    </>
  )
}

import { useMutation, useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { ForgotPasswordInput } from '#contract/mail.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { forgotPasswordMutation } from '#web/api/notifications/mail.mutations.ts'
import { mailStatusQuery } from '#web/api/notifications/mail.queries.ts'
import { EntrancePage } from '#web/components/entrance/entrance-page.tsx'
import { Form } from '#web/components/form/form.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { BackToSignIn } from './back-to-sign-in.tsx'

type ForgotPasswordPageProps = {
  /** The email in the sign-in card. */
  email: string
  onLeave: () => void
}

/** The previously focused element is gone: the button on the sign-in card, then the form. */
const takeFocus = (heading: HTMLElement | null) => heading?.focus()

/** The card behind 'Forgot password?': asks for the email, or says whom to contact if the server sends no email. */
export function ForgotPasswordPage({ email, onLeave }: ForgotPasswordPageProps) {
  const status = useQuery(mailStatusQuery())
  const [answer, setAnswer] = useState<string | null>(null)
  return (
    <EntrancePage>
      <div className="px-8 pt-5 pb-8 max-sm:px-5 max-sm:pb-6">
        <h1 key={answer} ref={takeFocus} tabIndex={-1} className="font-semibold text-figure outline-none">
          Forgot your password?
        </h1>
        {answer !== null ? (
          <Alert kind="success" className="mt-5">
            {answer}
          </Alert>
        ) : status.data?.isConfigured ? (
          <EmailForm email={email} onAnswer={setAnswer} />
        ) : status.data ? (
          <p role="status" className="text-field text-ink-3">
            Contact your administrator, who can create a link for setting a new password.
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

/** Requests the link. The answer is the same for every email. */
function EmailForm({ email, onAnswer }: { email: string; onAnswer: (message: string) => void }) {
  const ask = useMutation(forgotPasswordMutation())
  const { submit, field, ...frame } = useContractForm({
    schema: ForgotPasswordInput,
    values: { email },
    mode: 'onSubmit',
  })
  const send = submit(async (input) => onAnswer((await ask.mutateAsync(input)).message))
  return (
    <>
      <p className="text-field text-ink-3">We will send you a link for setting a new one.</p>
      <Form className="mt-5 flex flex-col gap-4" frame={frame} onSubmit={send}>
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

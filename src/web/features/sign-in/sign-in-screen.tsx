import { LockKeyhole, Mail } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { SignInAnswer } from '#web/api/auth/auth.mutations.ts'
import { EntrancePage } from '#web/components/entrance/entrance-page.tsx'
import { PasswordMeter } from '#web/components/entrance/password-meter.tsx'
import { Form } from '#web/components/form/form.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useSignIn } from './use-sign-in.ts'
import { useSingleSignOn } from './use-single-sign-on.ts'

type SignInScreenProps = {
  /** The requested page. */
  redirect: string | undefined
  onSignedIn: (answer: SignInAnswer) => void
  /** Receives the text of the email field. */
  onForgot: (email: string) => void
}

/** The sign-in card, with its specified texts. */
export function SignInScreen({ redirect, onSignedIn, onForgot }: SignInScreenProps) {
  const { frame, email, password, remembers, isIncomplete, isBusy, remember, field, submit } = useSignIn(onSignedIn)
  const sso = useSingleSignOn()
  // The focus starts in the first empty field.
  const [startsWithEmail] = useState(email === '')
  // A disabled button ignores the Enter key, so the error of an incomplete form is shown here.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && isIncomplete) void submit(event)
  }
  return (
    <EntrancePage below={sso?.height}>
      <div className="px-8 pt-5 pb-8 max-sm:px-5 max-sm:pb-6">
        <h1 className="font-semibold text-figure">Welcome Back</h1>
        <p className="text-field text-ink-3">Sign in to access your scheduling dashboard</p>
        <Form className="mt-5 flex flex-col gap-4" frame={frame} onSubmit={submit}>
          <TextField
            label="Email Address"
            size="large"
            icon={<Mail />}
            type="email"
            autoComplete="username"
            placeholder="name@company.com"
            autoFocus={startsWithEmail}
            onKeyDown={onKeyDown}
            {...field('email')}
          />
          <PasswordField
            label="Password"
            size="large"
            icon={<LockKeyhole />}
            placeholder="Password"
            autoFocus={!startsWithEmail}
            onKeyDown={onKeyDown}
            {...field('password')}
          />
          <PasswordMeter className="-mt-2" password={password} />
          <div className="flex items-center justify-between gap-4">
            <Checkbox label="Remember me" onKeyDown={onKeyDown} {...remember()} />
            <button
              type="button"
              className="rounded-inner text-primary-text hover:underline"
              onClick={() => onForgot(email)}
            >
              Forgot password?
            </button>
          </div>
          <Button
            type="submit"
            variant="primary"
            size="large"
            className="mt-1 w-full font-semibold"
            busy={isBusy}
            busyLabel="Signing In..."
            disabled={isIncomplete}
          >
            Sign In
          </Button>
        </Form>
        {sso && (
          <sso.SingleSignOn text={sso.text} redirect={redirect} remembers={remembers} onBegin={frame.forgetFailure} />
        )}
        <p className="mt-6 border-line border-t pt-4 text-center text-ink-3">
          Don't have an account? Contact your administrator.
        </p>
      </div>
    </EntrancePage>
  )
}

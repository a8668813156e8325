import { LockKeyhole, Mail } from 'lucide-react'
import type { FormEvent, KeyboardEvent } from 'react'
import type { SignInAnswer } from '#web/api/auth.mutations.ts'
import { EntrancePage } from '#web/components/entrance/entrance-page.tsx'
import { PasswordMeter } from '#web/components/entrance/password-meter.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useSignIn } from './use-sign-in.ts'

type SignInScreenProps = {
  onSignedIn: (answer: SignInAnswer) => void
  /** Gets what stands in the field of the e-mail. */
  onForgot: (email: string) => void
}

/** Specification 2.3, with its literal texts. */
export function SignInScreen({ onSignedIn, onForgot }: SignInScreenProps) {
  const form = useSignIn(onSignedIn)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.submit()
  }
  // A disabled button ignores the Enter key, so the error of an incomplete form is shown here.
  const pressEnter = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && form.incomplete) form.submit()
  }
  return (
    <EntrancePage>
      <form className="px-8 pt-5 pb-8 max-sm:px-5 max-sm:pb-6" noValidate onSubmit={submit} onKeyDown={pressEnter}>
        <h1 className="font-semibold text-figure">Welcome Back</h1>
        <p className="text-field text-ink-3">Sign in to access your scheduling dashboard</p>
        {form.problem && (
          <Alert className="mt-5" onDismiss={form.dismissProblem}>
            {form.problem}
          </Alert>
        )}
        <Credentials form={form} />
        <div className="mt-4 flex items-center justify-between gap-4">
          <Checkbox
            label="Remember me"
            checked={form.rememberMe}
            onChange={(event) => form.setRememberMe(event.target.checked)}
          />
          <button
            type="button"
            className="rounded-inner text-primary-text hover:underline"
            onClick={() => onForgot(form.email)}
          >
            Forgot password?
          </button>
        </div>
        <Button
          type="submit"
          variant="primary"
          size="large"
          className="mt-5 w-full font-semibold"
          busy={form.busy}
          busyLabel="Signing In..."
          disabled={form.incomplete}
        >
          Sign In
        </Button>
        <p className="mt-6 border-line border-t pt-4 text-center text-ink-3">
          Don't have an account? Contact your administrator.
        </p>
      </form>
    </EntrancePage>
  )
}

/** The email address and the password. The focus begins in the first of them that is empty. */
function Credentials({ form }: { form: ReturnType<typeof useSignIn> }) {
  return (
    <>
      <TextField
        className="mt-5"
        label="Email Address"
        size="large"
        icon={<Mail />}
        type="email"
        name="email"
        autoComplete="username"
        placeholder="name@company.com"
        autoFocus={form.email === ''}
        value={form.email}
        error={form.fieldErrors.email}
        onChange={(event) => form.setEmail(event.target.value)}
        onBlur={() => form.touch('email')}
      />
      <PasswordField
        className="mt-4"
        label="Password"
        size="large"
        icon={<LockKeyhole />}
        name="password"
        placeholder="Password"
        autoFocus={form.email !== ''}
        value={form.password}
        error={form.fieldErrors.password}
        onChange={(event) => form.setPassword(event.target.value)}
        onBlur={() => form.touch('password')}
      />
      <PasswordMeter className="mt-2" password={form.password} />
    </>
  )
}

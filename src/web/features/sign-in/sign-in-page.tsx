import { lazy, Suspense } from 'react'
import type { LoginResult } from '#contract/auth.ts'
import { SignInScreen } from './sign-in-screen.tsx'

// Few come with a link; nobody else waits for its form.
const SetPasswordForm = lazy(async () => ({ default: (await import('./set-password-form.tsx')).SetPasswordForm }))

type SignInPageProps = {
  /** Token of a one-time link that was opened. */
  reset: string | undefined
  onSignedIn: (result: LoginResult) => void
  onPasswordSet: () => void
}

/** The sign-in card; with a one-time link it sets a password first. */
export function SignInPage({ reset, onSignedIn, onPasswordSet }: SignInPageProps) {
  if (!reset) return <SignInScreen onSignedIn={onSignedIn} />
  return (
    <Suspense fallback={null}>
      <SetPasswordForm token={reset} onDone={onPasswordSet} />
    </Suspense>
  )
}

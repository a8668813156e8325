import type { LoginResult } from '#contract/auth.ts'
import { SetPasswordForm } from './set-password-form.tsx'
import { SignInScreen } from './sign-in-screen.tsx'

type SignInPageProps = {
  /** Token of a one-time link that was opened. */
  reset: string | undefined
  onSignedIn: (result: LoginResult) => void
  onPasswordSet: () => void
}

/** The sign-in card; with a one-time link it sets a password first. */
export const SignInPage = ({ reset, onSignedIn, onPasswordSet }: SignInPageProps) =>
  reset ? <SetPasswordForm token={reset} onDone={onPasswordSet} /> : <SignInScreen onSignedIn={onSignedIn} />

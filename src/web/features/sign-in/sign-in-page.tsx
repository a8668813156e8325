import { lazy, Suspense, useState } from 'react'
import type { LoginResult } from '#contract/auth.ts'
import { SignInScreen } from './sign-in-screen.tsx'

// Few people open a link or have forgotten their password, so only they load these cards.
const OneTimeLinkPage = lazy(async () => ({ default: (await import('./one-time-link-page.tsx')).OneTimeLinkPage }))
const ForgotPasswordPage = lazy(async () => ({
  default: (await import('./forgot-password-page.tsx')).ForgotPasswordPage,
}))

type SignInPageProps = {
  /** Token of a one-time link that was opened. */
  linkToken: string | undefined
  onSignedIn: (result: LoginResult) => void
  onLeaveLink: () => void
}

/** The sign-in card, that of a one-time link, or that of a forgotten password. */
export function SignInPage({ linkToken, onSignedIn, onLeaveLink }: SignInPageProps) {
  // The e-mail of somebody who has forgotten their password.
  const [forgetful, setForgetful] = useState<string | null>(null)
  if (!linkToken && forgetful === null) return <SignInScreen onSignedIn={onSignedIn} onForgot={setForgetful} />
  return (
    <Suspense fallback={null}>
      {linkToken ? (
        <OneTimeLinkPage token={linkToken} onSignedIn={onSignedIn} onLeave={onLeaveLink} />
      ) : (
        <ForgotPasswordPage email={forgetful ?? ''} onLeave={() => setForgetful(null)} />
      )}
    </Suspense>
  )
}

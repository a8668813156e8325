import { lazy, Suspense, useState } from 'react'
import type { LoginResult } from '#contract/auth.ts'
import type { CodeAsked, SignInAnswer } from '#web/api/auth.mutations.ts'
import { SignInScreen } from './sign-in-screen.tsx'

// Few people open a link, have forgotten their password or enter a code, so only they load these cards.
const OneTimeLinkPage = lazy(async () => ({ default: (await import('./one-time-link-page.tsx')).OneTimeLinkPage }))
const ForgotPasswordPage = lazy(async () => ({
  default: (await import('./forgot-password-page.tsx')).ForgotPasswordPage,
}))

const SignInCodePage = lazy(async () => ({ default: (await import('./sign-in-code-page.tsx')).SignInCodePage }))

type SignInPageProps = {
  /** Token of a one-time link that was opened. */
  linkToken: string | undefined
  onSignedIn: (result: LoginResult) => void
  onLeaveLink: () => void
}

/** The sign-in card, that of a code after the password, that of a one-time link, or that of a forgotten password. */
export function SignInPage({ linkToken, onSignedIn, onLeaveLink }: SignInPageProps) {
  // The e-mail of somebody who has forgotten their password.
  const [forgetful, setForgetful] = useState<string | null>(null)
  const [asked, setAsked] = useState<CodeAsked | null>(null)
  const onAnswer = (answer: SignInAnswer) => (answer.success ? onSignedIn(answer) : setAsked(answer))
  const leaveCode = () => {
    setAsked(null)
    if (linkToken) onLeaveLink()
  }
  if (!asked && !linkToken && forgetful === null) return <SignInScreen onSignedIn={onAnswer} onForgot={setForgetful} />
  return (
    <Suspense fallback={null}>
      {asked ? (
        <SignInCodePage asked={asked} onSignedIn={onSignedIn} onLeave={leaveCode} />
      ) : linkToken ? (
        <OneTimeLinkPage token={linkToken} onSignedIn={onAnswer} onLeave={onLeaveLink} />
      ) : (
        <ForgotPasswordPage email={forgetful ?? ''} onLeave={() => setForgetful(null)} />
      )}
    </Suspense>
  )
}

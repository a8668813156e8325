import { Suspense, useState } from 'react'
import type { LoginResult } from '#contract/auth.ts'
import type { CodeAsked, SignInAnswer } from '#web/api/auth/auth.mutations.ts'
import { lazyPart } from '#web/components/lazy-part.ts'
import { SignInScreen } from './sign-in-screen.tsx'

// Few people open a link, have forgotten their password or enter a code, so only they load these cards.
const OneTimeLinkPage = lazyPart(() =>
  import('./one-time-link-page.tsx').then(({ OneTimeLinkPage }) => OneTimeLinkPage),
)
const ForgotPasswordPage = lazyPart(() =>
  import('./forgot-password-page.tsx').then(({ ForgotPasswordPage }) => ForgotPasswordPage),
)

const SingleSignOnPage = lazyPart(() =>
  import('./single-sign-on-page.tsx').then(({ SingleSignOnPage }) => SingleSignOnPage),
)
const SignInCodePage = lazyPart(() => import('./sign-in-code-page.tsx').then(({ SignInCodePage }) => SignInCodePage))

type SignInPageProps = {
  /** Token of a one-time link that was opened. */
  linkToken: string | undefined
  /** Answer of the identity provider. */
  answer: string | undefined
  /** The requested page. */
  redirect: string | undefined
  onSignedIn: (result: LoginResult) => void
  /** Opens the sign-in card, without a link or an answer. */
  onLeave: () => void
}

/** The card for sign-in, for a code after the password, for a one-time link, for a forgotten password, or for single sign-on. */
export function SignInPage({ linkToken, answer, redirect, onSignedIn, onLeave }: SignInPageProps) {
  // The email of a user who has forgotten their password.
  const [forgetful, setForgetful] = useState<string | null>(null)
  const [asked, setAsked] = useState<CodeAsked | null>(null)
  const onAnswer = (answer: SignInAnswer) => (answer.success ? onSignedIn(answer) : setAsked(answer))
  const leaveCode = () => {
    setAsked(null)
    if (linkToken) onLeave()
  }
  if (!asked && !linkToken && !answer && forgetful === null)
    return <SignInScreen redirect={redirect} onSignedIn={onAnswer} onForgot={setForgetful} />
  return (
    <Suspense fallback={null}>
      {asked ? (
        <SignInCodePage asked={asked} onSignedIn={onSignedIn} onLeave={leaveCode} />
      ) : linkToken ? (
        <OneTimeLinkPage token={linkToken} onSignedIn={onAnswer} onLeave={onLeave} />
      ) : answer ? (
        <SingleSignOnPage answer={answer} onSignedIn={onSignedIn} onRefused={onLeave} />
      ) : (
        <ForgotPasswordPage email={forgetful ?? ''} onLeave={() => setForgetful(null)} />
      )}
    </Suspense>
  )
}

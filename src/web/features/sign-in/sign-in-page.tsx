import { lazy, Suspense } from 'react'
import type { LoginResult } from '#contract/auth.ts'
import { SignInScreen } from './sign-in-screen.tsx'

// Few people open a link, so only they load its card.
const OneTimeLinkPage = lazy(async () => ({ default: (await import('./one-time-link-page.tsx')).OneTimeLinkPage }))

type SignInPageProps = {
  /** Token of a one-time link that was opened. */
  linkToken: string | undefined
  onSignedIn: (result: LoginResult) => void
  onLeaveLink: () => void
}

/** The sign-in card, or that of a one-time link. */
export function SignInPage({ linkToken, onSignedIn, onLeaveLink }: SignInPageProps) {
  if (!linkToken) return <SignInScreen onSignedIn={onSignedIn} />
  return (
    <Suspense fallback={null}>
      <OneTimeLinkPage token={linkToken} onSignedIn={onSignedIn} onLeave={onLeaveLink} />
    </Suspense>
  )
}

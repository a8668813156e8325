import { useQuery } from '@tanstack/react-query'
import { errorSentence } from '#web/api/api-error.ts'
import type { SignInAnswer } from '#web/api/auth/auth.mutations.ts'
import { oneTimeLinkQuery } from '#web/api/auth/one-time-links.queries.ts'
import { EntrancePage } from '#web/components/entrance/entrance-page.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { AcceptInvitationForm } from './accept-invitation-form.tsx'
import { BackToSignIn } from './back-to-sign-in.tsx'
import { SetPasswordForm } from './set-password-form.tsx'

type OneTimeLinkPageProps = {
  token: string
  onSignedIn: (answer: SignInAnswer) => void
  /** Goes to the sign-in card without the link. */
  onLeave: () => void
}

/** The card of a one-time link: its purpose, account and organization, or why it is no longer valid. */
export function OneTimeLinkPage({ token, onSignedIn, onLeave }: OneTimeLinkPageProps) {
  const query = useQuery(oneTimeLinkQuery(token))
  const link = query.data
  if (link?.kind === 'invitation')
    return <AcceptInvitationForm token={token} link={link} onSignedIn={onSignedIn} onLeave={onLeave} />
  if (link) return <SetPasswordForm token={token} link={link} onLeave={onLeave} />
  return (
    <EntrancePage>
      <div className="px-8 pt-5 pb-8 max-sm:px-5 max-sm:pb-6">
        <h1 className="font-semibold text-figure">One-time link</h1>
        {query.isError ? (
          <>
            <Alert className="mt-5">{errorSentence(query.error)}</Alert>
            <Button className="mt-5 w-full" size="large" busy={query.isFetching} onClick={() => void query.refetch()}>
              Try again
            </Button>
          </>
        ) : (
          <p role="status" className="text-field text-ink-3">
            Checking the link…
          </p>
        )}
        <BackToSignIn onLeave={onLeave} />
      </div>
    </EntrancePage>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { LoginResult } from '#contract/auth.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { singleSignOnAnswerMutation } from '#web/api/auth/single-sign-on.mutations.ts'
import { EntrancePage } from '#web/components/entrance/entrance-page.tsx'
import { sessionRefused } from '#web/stores/session.ts'

type SingleSignOnPageProps = {
  answer: string
  onSignedIn: (result: LoginResult) => void
  /** The sign-in card shows why. */
  onRefused: () => void
}

/** The card to which the identity provider redirects the browser: sends its answer to the server once. */
export function SingleSignOnPage({ answer, onSignedIn, onRefused }: SingleSignOnPageProps) {
  const { mutateAsync } = useMutation(singleSignOnAnswerMutation(useQueryClient()))
  const isSent = useRef(false)
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    mutateAsync(answer).then(onSignedIn, (error: unknown) => {
      sessionRefused(errorSentence(error))
      onRefused()
    })
  }, [answer, mutateAsync, onSignedIn, onRefused])
  return (
    <EntrancePage>
      <div className="px-8 pt-5 pb-8 max-sm:px-5 max-sm:pb-6">
        <h1 className="font-semibold text-figure">Signing you in</h1>
        <p role="status" className="text-field text-ink-3">
          One moment…
        </p>
      </div>
    </EntrancePage>
  )
}

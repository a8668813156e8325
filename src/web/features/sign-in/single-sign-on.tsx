import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ReturnPath } from '#contract/single-sign-on.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { singleSignOnMutation } from '#web/api/auth/single-sign-on.mutations.ts'
import { sessionRefused } from '#web/stores/session.ts'
import { Button } from '#web/ui/button.tsx'

/** Height in px that the button and the line above it add to the card. */
export const height = 92

type SingleSignOnProps = {
  /** Label of the button. */
  text: string
  /** The requested page. */
  redirect: string | undefined
  remembers: () => boolean
  onBegin: () => void
}

/** The end of the sign-in card if there is an identity provider: opens its page. */
export function SingleSignOn({ text, redirect, remembers, onBegin }: SingleSignOnProps) {
  const { mutateAsync, reset, isPending, isSuccess } = useMutation(singleSignOnMutation())
  // A user who goes back from the provider may find the page in its old state.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && reset()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [reset])
  const go = async () => {
    onBegin()
    try {
      const { address } = await mutateAsync({ redirect: ReturnPath.safeParse(redirect).data, rememberMe: remembers() })
      location.assign(address)
    } catch (error) {
      sessionRefused(errorSentence(error))
    }
  }
  return (
    <>
      <p className="mt-4 flex items-center gap-3 text-ink-3 before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        or
      </p>
      <Button
        size="large"
        className="mt-4 w-full"
        busy={isPending || isSuccess}
        busyLabel="Opening…"
        // The focused empty field keeps the focus, so it shows no error.
        onMouseDown={(event) => event.preventDefault()}
        onClick={go}
      >
        {text}
      </Button>
    </>
  )
}

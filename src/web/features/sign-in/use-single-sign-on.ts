import { useEffect, useState } from 'react'
import { getSignInOptions } from '#contract/auth.ts'
import { call } from '#web/api/client.ts'

/** Loaded only if there is an identity provider. */
const loadButton = () => import('./single-sign-on.tsx')

type Button = Awaited<ReturnType<typeof loadButton>> & { readonly text: string }

/**
 * The single sign-on button with its text; null while unknown, and if there is none. It is read without the query cache, which
 * the first screen does not need otherwise: observing it would add 3 KB, and no other code reads this answer.
 */
export const useSingleSignOn = (): Button | null => {
  const [button, setButton] = useState<Button | null>(null)
  useEffect(() => {
    const look = async () => {
      const { singleSignOn: text } = await call(getSignInOptions, {}, { keeps401: true })
      if (text) setButton({ ...(await loadButton()), text })
    }
    // Signing in with a password works without it.
    look().catch(() => undefined)
  }, [])
  return button
}

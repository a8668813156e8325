import { useEffect, useState } from 'react'
import { getSignInOptions } from '#contract/auth.ts'
import { call } from '#web/api/client.ts'

/** Loaded only where there is an identity provider. */
const loadButton = () => import('./single-sign-on.tsx')

type Button = Awaited<ReturnType<typeof loadButton>> & { readonly text: string }

/**
 * The button of single sign-on with its text; null while that is unknown, and where there is none. Asked without the query cache, which
 * the first screen does not need otherwise: observing it would add 3 KB, and nobody else reads this answer.
 */
export const useSingleSignOn = (): Button | null => {
  const [button, setButton] = useState<Button | null>(null)
  useEffect(() => {
    const look = async () => {
      const { singleSignOn: text } = await call(getSignInOptions, {}, { keeps401: true })
      if (text) setButton({ ...(await loadButton()), text })
    }
    // The password works without.
    look().catch(() => undefined)
  }, [])
  return button
}

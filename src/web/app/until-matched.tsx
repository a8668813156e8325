import { useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Initializing } from '#web/components/error-screens/initializing.tsx'

/**
 * 'Initializing application...' until the guards know who is there and where (specification 2.2). Not as the guarded
 * route's own pending screen: the router keeps a pending screen, once painted, until all that lies below has loaded.
 */
export function UntilMatched({ children }: { children: ReactNode }) {
  const isMatched = useMatches({ select: (matches) => matches.length > 0 })
  return (
    <>
      {!isMatched && <Initializing />}
      {children}
    </>
  )
}

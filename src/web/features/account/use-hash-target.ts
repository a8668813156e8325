import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Scrolls to the panel in the URL hash and focuses its first control. */
export const useHashTarget = (): void => {
  const hash = useRouterState({ select: ({ location }) => location.hash })
  useEffect(() => {
    const panel = hash === '' ? null : document.getElementById(hash)
    panel?.scrollIntoView({ block: 'start' })
    panel?.querySelector<HTMLElement>('input:checked, input, select, button')?.focus({ preventScroll: true })
  }, [hash])
}

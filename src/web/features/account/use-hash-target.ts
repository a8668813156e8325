import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Brings the panel that the address names into sight, and the keyboard to its first control. */
export const useHashTarget = (): void => {
  const hash = useRouterState({ select: ({ location }) => location.hash })
  useEffect(() => {
    const panel = hash === '' ? null : document.getElementById(hash)
    panel?.scrollIntoView({ block: 'start' })
    panel?.querySelector<HTMLElement>('input:checked, input, select, button')?.focus({ preventScroll: true })
  }, [hash])
}

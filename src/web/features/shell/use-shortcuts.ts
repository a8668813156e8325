import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { navItems } from './navigation.ts'

/** True while the keys belong to what is being typed. */
const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable=""], [contenteditable="true"]') !== null

/** Alt with a letter, by place on the keyboard: Alt changes the character on many layouts. */
const letterOf = ({ altKey, ctrlKey, metaKey, shiftKey, code }: KeyboardEvent): string | null => {
  if (!altKey || ctrlKey || metaKey) return null
  if (code === 'Slash') return '?'
  return shiftKey ? null : (/^Key([A-Z])$/.exec(code)?.[1] ?? null)
}

/** The shortcuts of specification 2.5; ignored while typing. */
export const useShortcuts = (actions: { toggleTheme: () => void; showShortcuts: () => void }): void => {
  const navigate = useNavigate()
  const press = useEffectEvent((event: KeyboardEvent) => {
    const letter = letterOf(event)
    if (letter === null || event.defaultPrevented || isTyping(event)) return
    const to = navItems({ isAdmin: false, isSuperAdmin: false }).find((item) => item.letter === letter)?.to
    if (!to && letter !== 'T' && letter !== '?') return
    event.preventDefault()
    if (to) void navigate({ to })
    else if (letter === 'T') actions.toggleTheme()
    else actions.showShortcuts()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

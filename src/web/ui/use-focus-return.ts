import { useMemo } from 'react'

/** The focused element, or the button of its menu, because the menu no longer exists when the focus returns. */
function focusedNow(): HTMLElement | null {
  const active = document.activeElement
  const menuButtonId = active?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const opener = (menuButtonId && document.getElementById(menuButtonId)) || active
  return opener instanceof HTMLElement && opener !== document.body ? opener : null
}

/** For dialogs that replace another dialog: the element that opened the first one. */
const firstOpeners = new WeakMap<EventTarget, HTMLElement>()

const focusIsLost = (): boolean => document.activeElement === document.body || document.activeElement === null

/** For `onCloseAutoFocus` of a dialog without a trigger: returns the focus to the element that opened it. */
export function useFocusReturn(open: boolean): (event: Event) => void {
  // Read while rendering, because after the commit the opener may be gone.
  const opener = useMemo(() => (open ? focusedNow() : null), [open])
  const last = useMemo<{ opener: HTMLElement | null }>(() => ({ opener: null }), [])
  if (opener) last.opener = opener
  return (event) => {
    event.preventDefault()
    const closing = event.currentTarget
    const inherited = closing ? firstOpeners.get(closing) : undefined
    const target = [last.opener, inherited].find((element) => element?.isConnected)
    last.opener = null
    const stillOpen = [...document.querySelectorAll<HTMLElement>('[data-modal]')].filter((modal) => modal !== closing)
    // The opener may be gone, for example if its list is now empty.
    if (!target) {
      const below = stillOpen.at(-1) ?? document.getElementById('main')
      return focusIsLost() ? below?.focus({ preventScroll: true }) : undefined
    }
    const successor = stillOpen.some((modal) => modal.contains(target)) ? undefined : stillOpen.at(-1)
    if (successor) firstOpeners.set(successor, target)
    else target.focus()
  }
}

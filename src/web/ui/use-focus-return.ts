import { useMemo } from 'react'

/** The focused element, or the button of its menu, because the menu itself no longer exists when the focus returns. */
function focusedNow(): HTMLElement | null {
  const active = document.activeElement
  const menuButtonId = active?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const opener = (menuButtonId && document.getElementById(menuButtonId)) || active
  return opener instanceof HTMLElement && opener !== document.body ? opener : null
}

/** For `onCloseAutoFocus` of a dialog without a trigger: returns the focus to the element that opened it. */
export function useFocusReturn(open: boolean): (event: Event) => void {
  // Read while rendering: after the commit the opener may already be gone.
  const opener = useMemo(() => (open ? focusedNow() : null), [open])
  const last = useMemo<{ opener: HTMLElement | null }>(() => ({ opener: null }), [])
  if (opener) last.opener = opener
  return (event) => {
    event.preventDefault()
    if (last.opener?.isConnected) last.opener.focus()
    last.opener = null
  }
}

import { useMemo } from 'react'

/** What had the focus, or the button of the menu that it was in (the menu itself is gone by the time we return). */
function focusedNow(): HTMLElement | null {
  const active = document.activeElement
  const menuButtonId = active?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const opener = (menuButtonId && document.getElementById(menuButtonId)) || active
  return opener instanceof HTMLElement && opener !== document.body ? opener : null
}

/** For `onCloseAutoFocus` of a dialog without a trigger of its own: the focus goes back to what opened it. */
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

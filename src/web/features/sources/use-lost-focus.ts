import { useEffect, useRef } from 'react'

const pageHeading = 'main h1'
/** The chosen tab of a page; those of its tables come later in the document. */
export const chosenTab = 'main [role="tab"][aria-selected="true"]'

/**
 * Moves the focus to an element of the page when `shown` changes and the focused element is gone. Without this, keyboard users would begin
 * at the top of the page again, and screen readers would say nothing. `selector` finds the element, by default the heading.
 */
export function useLostFocus(shown: string | null, selector = pageHeading): void {
  const last = useRef(shown)
  useEffect(() => {
    if (last.current === shown) return
    last.current = shown
    if (document.activeElement !== document.body) return
    const target = document.querySelector<HTMLElement>(selector)
    if (!target) return
    if (target.tabIndex < 0) target.tabIndex = -1
    target.focus({ preventScroll: true })
  }, [shown, selector])
}

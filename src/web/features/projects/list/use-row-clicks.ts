import { type RefObject, useEffect } from 'react'

function followRowLink(event: MouseEvent): void {
  if (event.defaultPrevented || !(event.target instanceof Element)) return
  if (event.target.closest('a, button, input, label, [role=menu]') || getSelection()?.isCollapsed === false) return
  const { ctrlKey, metaKey, shiftKey } = event
  event.target
    .closest('[data-row]')
    ?.querySelector('[data-row-link]')
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }))
}

/**
 * A click anywhere on a row follows the row's own link, with the keys held down: Ctrl opens a new tab as on the link.
 * Clicks on controls, and the end of marking text, stay what they are.
 */
export function useRowClicks(list: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = list.current
    element?.addEventListener('click', followRowLink)
    return () => element?.removeEventListener('click', followRowLink)
  }, [list])
}

import { type RefObject, useEffect, useEffectEvent } from 'react'

const isControl = (target: EventTarget | null) =>
  target instanceof Element && target.closest('a, button, input, label, select, [role=menu]') !== null

/**
 * Handles clicks anywhere on a row (an element with `data-offset`), except clicks on controls and those that end a
 * selection of text.
 */
export function useRowClicks(
  list: RefObject<HTMLElement | null>,
  onRow: (offset: number, event: MouseEvent, row: HTMLElement) => void,
) {
  const click = useEffectEvent((event: MouseEvent) => {
    if (event.defaultPrevented || isControl(event.target) || getSelection()?.isCollapsed === false) return
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-offset]') : null
    if (row) onRow(Number(row.dataset.offset), event, row)
  })
  useEffect(() => {
    const element = list.current
    // Shift would select the text between the two clicks.
    const press = (event: MouseEvent) => {
      if (event.shiftKey && !isControl(event.target)) event.preventDefault()
    }
    const listen = (event: MouseEvent) => click(event)
    element?.addEventListener('mousedown', press)
    element?.addEventListener('click', listen)
    return () => {
      element?.removeEventListener('mousedown', press)
      element?.removeEventListener('click', listen)
    }
  }, [list])
}

/** Follows the link of the row with the pressed keys: Ctrl opens a new tab as on the link itself. */
export function openRow(row: HTMLElement, { ctrlKey, metaKey, shiftKey }: MouseEvent): void {
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey })
  row.querySelector('[data-row-link]')?.dispatchEvent(click)
}

import { type RefObject, useEffect, useEffectEvent } from 'react'

const isControl = (target: EventTarget | null) =>
  target instanceof Element && target.closest('a, button, input, label, select, [role=menu]') !== null

const rowOf = ({ target }: MouseEvent) =>
  target instanceof Element && !isControl(target) ? target.closest<HTMLElement>('[data-offset]') : null

/** Handles a press or a click on a row itself; returns false to open or select the row as usual. */
export type TakesClick = (event: MouseEvent, row: HTMLElement) => boolean

/**
 * Handles clicks anywhere on a row (an element with `data-offset`), except clicks on controls and those that end a text
 * selection.
 */
export function useRowClicks(
  list: RefObject<HTMLElement | null>,
  onRow: (offset: number, event: MouseEvent, row: HTMLElement) => void,
  takesClick?: TakesClick,
) {
  const click = useEffectEvent((event: MouseEvent) => {
    if (event.defaultPrevented || getSelection()?.isCollapsed === false) return
    const row = rowOf(event)
    if (row && !takesClick?.(event, row)) onRow(Number(row.dataset.offset), event, row)
  })
  const press = useEffectEvent((event: MouseEvent) => {
    if (isControl(event.target)) return
    const row = rowOf(event)
    // Shift would select the text between the two clicks. If a press has moved the focus, it stays there.
    if (event.shiftKey || (row && takesClick?.(event, row))) event.preventDefault()
  })
  useEffect(() => {
    const element = list.current
    const listenToPress = (event: MouseEvent) => press(event)
    const listen = (event: MouseEvent) => click(event)
    element?.addEventListener('mousedown', listenToPress)
    element?.addEventListener('click', listen)
    return () => {
      element?.removeEventListener('mousedown', listenToPress)
      element?.removeEventListener('click', listen)
    }
  }, [list])
}

/** Follows the link of the row with the pressed modifier keys: Ctrl opens a new tab as on the link itself. */
export function openRow(row: HTMLElement, { ctrlKey, metaKey, shiftKey }: MouseEvent): void {
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey })
  row.querySelector('[data-row-link]')?.dispatchEvent(click)
}

import { type RefObject, useEffect, useEffectEvent } from 'react'

const isControl = (target: EventTarget | null) =>
  target instanceof Element && target.closest('a, button, input, label, select, [role=menu]') !== null

const offsetOf = (target: EventTarget | null): number | null => {
  const line = target instanceof Element ? target.closest<HTMLElement>('[data-offset]') : null
  return line ? Number(line.dataset.offset) : null
}

/**
 * A click anywhere on a row selects it, with Shift all from the one touched last. Clicks on controls, and the end of
 * marking text, stay what they are.
 */
export function useRowClicks(list: RefObject<HTMLElement | null>, onSelect: (offset: number, extend: boolean) => void) {
  const click = useEffectEvent((event: MouseEvent) => {
    const offset = offsetOf(event.target)
    if (offset === null || event.defaultPrevented || isControl(event.target)) return
    if (getSelection()?.isCollapsed === false) return
    onSelect(offset, event.shiftKey)
  })
  useEffect(() => {
    const element = list.current
    // Shift would mark the text between the two clicks.
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

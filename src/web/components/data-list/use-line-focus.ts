import { type FocusEvent, useEffect, useRef } from 'react'

/** A line (row, head of a group, card) that the keys can be on. */
export type LineFocus = {
  /** Its place among the lines, heads of groups included. */
  index: number
  /** The line that the keys act on. */
  active: boolean
  onActive: (index: number) => void
  /** True once after a key made this line the active one: then it takes the focus. */
  takesFocus: (index: number) => boolean
}

/** The ring of the line whose link has the keyboard. An attribute, not :has(): thousands of rows pass by while scrolling. */
export const ring =
  'data-ring:after:pointer-events-none data-ring:after:absolute data-ring:after:inset-0 data-ring:after:z-links data-ring:after:border-2 data-ring:after:border-focus'

/** What the element of a line carries: its link takes the focus after a key, and the line shows a ring while it has it. */
export function useLineFocus<Line extends HTMLElement>({ index, active, onActive, takesFocus }: LineFocus) {
  const line = useRef<Line>(null)
  useEffect(() => {
    if (!active || !takesFocus(index)) return
    line.current?.querySelector<HTMLElement>('[data-row-link]')?.focus({ preventScroll: true })
  }, [active, index, takesFocus])
  return {
    ref: line,
    onPointerDown: () => onActive(index),
    onFocus: ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
      currentTarget.toggleAttribute('data-ring', target.matches('[data-row-link]:focus-visible'))
      onActive(index)
    },
    onBlur: ({ currentTarget }: FocusEvent<HTMLElement>) => currentTarget.removeAttribute('data-ring'),
  }
}

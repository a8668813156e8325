import { type FocusEvent, useEffect, useRef } from 'react'

/** A line (row, group heading, card) that can be active. */
export type LineFocus = {
  /** Its index among the lines, including group headings. */
  index: number
  /** The line that the keys act on. */
  active: boolean
  onActive: (index: number) => void
  /** True once after a key made this line active, so that it takes the focus. */
  takesFocus: (index: number) => boolean
}

/** The focus ring of the line whose link has the focus. It uses an attribute, because :has() is slow with thousands of rows. */
export const ring =
  'data-ring:after:pointer-events-none data-ring:after:absolute data-ring:after:inset-0 data-ring:after:z-links data-ring:after:border-2 data-ring:after:border-focus'

/** Props for a line's element: its link takes the focus after a key press, and the line then shows a ring. */
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

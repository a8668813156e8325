import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  startTransition,
  useEffect,
  useRef,
  useState,
} from 'react'

import { usePrepared } from './lazy-part.ts'

type Press = 'pointer' | 'keys' | 'none'

type ButtonElement = ReactElement<ComponentProps<'button'>>

interface LaterButtonProps {
  /** The button that opens a menu or a panel. */
  readonly button: ButtonElement
  /** Loads the code of what it opens. */
  readonly prepare: () => Promise<void>
  /** Whether it opens without a press; the part has to do that. */
  readonly asked?: boolean
  /** Renders the button with the menu or the panel: a lazy part. */
  readonly children: (button: ButtonElement) => ReactNode
}

/**
 * A button without its menu, whose code is loaded when the reader reaches for the button or the browser is idle. With the
 * first press the button with its menu takes its place, as soon as the code is there, and gets the focus and the press.
 */
export function LaterButton({ button, prepare, asked = false, children }: LaterButtonProps) {
  const [press, setPress] = useState<Press | null>(null)
  const box = useRef<HTMLSpanElement>(null)
  usePrepared(prepare)
  useEffect(() => {
    if (asked) startTransition(() => setPress((before) => before ?? 'none'))
  }, [asked])
  useEffect(() => {
    const own = box.current?.querySelector('button')
    if (!own || press === null || press === 'none') return
    own.focus()
    // Menus open on these, panels on the click.
    const begin = press === 'keys' ? new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }) : pointerDown()
    own.dispatchEvent(begin)
    own.click()
  }, [press])
  // In a transition, what is on the screen stays until the code has been loaded.
  const show = (how: Press) => startTransition(() => setPress(how))
  const standIn = {
    'aria-expanded': false,
    onPointerEnter: () => void prepare(),
    onFocus: () => void prepare(),
    onClick: ({ detail }: MouseEvent) => show(detail === 0 ? 'keys' : 'pointer'),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' || button.props['aria-haspopup'] !== 'menu') return
      event.preventDefault()
      show('keys')
    },
  }
  return (
    <span ref={box} className="contents">
      {press === null ? cloneElement(button, standIn) : children(button)}
    </span>
  )
}

const pointerDown = () => new PointerEvent('pointerdown', { button: 0, bubbles: true })

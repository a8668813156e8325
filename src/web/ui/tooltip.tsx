import {
  cloneElement,
  type FocusEvent,
  type HTMLAttributes,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { KeyCap } from './key-cap.tsx'
import { LayerContext } from './layer.ts'
import { TooltipBubble, type TooltipSide } from './tooltip-bubble.tsx'

const delayMs = 500
const leaveMs = 120
const togetherMs = 300

/**
 * When the last tooltip disappeared; if another one follows soon, it appears without a delay. All tooltips share this
 * value and nothing renders from it, so it is not React state.
 */
let lastHiddenAtMs = Number.NEGATIVE_INFINITY

type TooltipProps = {
  /** The content; without it only the child is rendered. */
  content: ReactNode
  /** The shortcut of the action, shown beside the words. */
  shortcut?: string
  side?: TooltipSide
  /** A control that spreads its props on its element. */
  children: ReactElement<HTMLAttributes<Element>>
}

/**
 * Text beside a control on hover, on keyboard focus and when a disabled control is pressed. Escape, a press, scrolling
 * and leaving hide it. This is our own implementation, because a table has hundreds of tooltips and the first page
 * should not load a positioning engine.
 */
export function Tooltip({ content, shortcut, side = 'bottom', children }: TooltipProps) {
  const id = useId()
  const layer = useContext(LayerContext)
  const [anchor, setAnchor] = useState<Element | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const after = (waitMs: number, then: () => void) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(then, waitMs)
  }
  const hide = () => {
    clearTimeout(timer.current)
    if (anchor) lastHiddenAtMs = performance.now()
    setAnchor(null)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!anchor) return
    const gone = () => setAnchor(null)
    const key = (event: KeyboardEvent) => event.key === 'Escape' && gone()
    addEventListener('scroll', gone, { capture: true, passive: true })
    addEventListener('keydown', key, true)
    return () => {
      removeEventListener('scroll', gone, { capture: true })
      removeEventListener('keydown', key, true)
    }
  }, [anchor])
  if (!content) return children
  const own = children.props
  const child = cloneElement(children, {
    'aria-describedby': classNames(own['aria-describedby'], anchor && id) || undefined,
    onPointerEnter: (event: PointerEvent) => {
      own.onPointerEnter?.(event)
      const element = event.currentTarget
      const soon = performance.now() - lastHiddenAtMs < togetherMs
      if (event.pointerType !== 'touch') after(soon ? 0 : delayMs, () => setAnchor(element))
    },
    onPointerLeave: (event: PointerEvent) => {
      own.onPointerLeave?.(event)
      after(leaveMs, hide)
    },
    onPointerDown: (event: PointerEvent) => {
      own.onPointerDown?.(event)
      hide()
    },
    onClick: (event: MouseEvent) => {
      own.onClick?.(event)
      // A disabled control also shows its reason on touch.
      if (event.currentTarget.ariaDisabled === 'true') setAnchor(event.currentTarget)
    },
    onFocus: (event: FocusEvent) => {
      own.onFocus?.(event)
      if (event.currentTarget.matches(':focus-visible')) setAnchor(event.currentTarget)
    },
    onBlur: (event: FocusEvent) => {
      own.onBlur?.(event)
      hide()
    },
  })
  return (
    <>
      {child}
      {anchor && (
        <TooltipBubble
          id={id}
          anchor={anchor}
          side={side}
          className={layer}
          onPointerEnter={() => clearTimeout(timer.current)}
          onPointerLeave={() => after(leaveMs, hide)}
        >
          {content}
          {shortcut && <KeyCap keys={shortcut} />}
        </TooltipBubble>
      )}
    </>
  )
}

import type { DraggableSyntheticListeners } from '@dnd-kit/core'
import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { type CardActions, useKanbanScene } from '../board/kanban-scene.ts'
import type { KanbanCard } from '../model/kanban-card.ts'
import { CardDrag } from './card-drag.tsx'
import { CardFace } from './card-face.tsx'

const slideMs = 200

/** Animates a card from where it was dropped to its place: 200 ms, translate only, and not with reduced motion. */
function slideFrom(element: HTMLElement, from: { left: number; top: number }): void {
  const still =
    document.documentElement.dataset.reducedMotion === 'true' || matchMedia('(prefers-reduced-motion: reduce)').matches
  if (still || typeof element.animate !== 'function') return
  const { left, top } = element.getBoundingClientRect()
  element.animate([{ translate: `${from.left - left}px ${from.top - top}px` }, { translate: '0 0' }], {
    duration: slideMs,
    easing: 'cubic-bezier(0.2, 0, 0, 1)',
  })
}

const cardKeys: Record<string, (actions: CardActions, card: KanbanCard) => void> = {
  ArrowRight: (actions, card) => actions.step(card, 1),
  ArrowLeft: (actions, card) => actions.step(card, -1),
  ArrowDown: (actions, card) => actions.focusBeside(card, 1),
  ArrowUp: (actions, card) => actions.focusBeside(card, -1),
  Enter: (actions, card) => actions.openProgress(card),
  ' ': (actions, card) => actions.openProgress(card),
}

/** Id of the instructions for screen readers, which are in the drag context of the board. */
export const cardKeysId = 'board-card-keys'

type CardShellProps = { card: KanbanCard; expanded: boolean; heightPx: number }

/** Makes a card draggable, focusable and movable by keys. Dragging does not rerender its content, the `CardFace`. */
export const CardShell = memo(function CardShell({ card, expanded, heightPx }: CardShellProps) {
  const { actions, narrow, landing } = useKanbanScene()
  const element = useRef<HTMLDivElement>(null)
  const listeners = useRef<DraggableSyntheticListeners>(undefined)
  const [pointedAt, setPointedAt] = useState(false)
  const [isDragging, setDragging] = useState(false)
  const mayMove = !narrow && card.waiting === null

  useLayoutEffect(() => {
    const wanted = landing.current
    if (wanted?.cardId !== card.id || isDragging || !element.current) return
    landing.current = null
    if (wanted.focus === 'return' && document.activeElement !== document.body) return
    element.current.focus({ preventScroll: wanted.focus !== 'scroll' })
    if (wanted.from) slideFrom(element.current, wanted.from)
  })

  // A focused card that goes back, or is moved by another user, keeps the focus. A card whose dialog is cancelled gets it back.
  const isAsked = card.waiting !== null
  useLayoutEffect(() => {
    const drawn = element.current
    return () => {
      if (landing.current !== null) return
      if (isAsked) landing.current = { cardId: card.id, focus: 'scroll', from: null }
      else if (drawn?.contains(document.activeElement))
        landing.current = { cardId: card.id, focus: 'return', from: null }
    }
  }, [landing, card.id, isAsked])

  const onKeyDown = (event: KeyboardEvent) => {
    const act = cardKeys[event.key]
    if (!act || event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    act(actions, card)
  }
  const point = () => setPointedAt(true)
  const pass = (name: 'onMouseDown' | 'onTouchStart') => (event: SyntheticEvent) => listeners.current?.[name]?.(event)
  const group = {
    role: 'group',
    tabIndex: 0,
    onKeyDown,
    onPointerEnter: point,
    // On touch screens no pointer enters the card before the press.
    onPointerDown: point,
    onPointerLeave: ({ pointerType, buttons }: PointerEvent) =>
      pointerType === 'mouse' && buttons === 0 && setPointedAt(false),
    onMouseDown: pass('onMouseDown'),
    onTouchStart: pass('onTouchStart'),
    'aria-roledescription': 'card',
    'aria-describedby': cardKeysId,
    'aria-disabled': card.waiting !== null || undefined,
    'aria-label': `#${card.number} ${card.title}`,
  }
  return (
    <div
      {...group}
      ref={element}
      data-card={card.id}
      style={{ height: heightPx }}
      className={classNames(
        'flex flex-col rounded border bg-surface',
        isDragging ? 'border-line-input border-dashed opacity-35' : 'border-line-2',
        card.waiting && 'opacity-60',
        !narrow && 'cursor-grab',
      )}
    >
      <CardFace card={card} expanded={expanded} />
      {pointedAt && mayMove && (
        <CardDrag card={card} element={element} listeners={listeners} onDragging={setDragging} />
      )}
    </div>
  )
})

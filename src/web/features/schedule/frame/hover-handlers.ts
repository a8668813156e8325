import type { FocusEvent, PointerEvent } from 'react'
import type { Board } from '../board-context.ts'

const barOf = (target: EventTarget) => (target as Element).closest<HTMLElement>('[data-operation]')

const hover = (board: Board, bar: HTMLElement | null, x?: number) => {
  const { hovered, move } = board.store.getState()
  const operation = bar && !move ? Number(bar.dataset.operation) : -1
  if ((hovered?.operation ?? -1) === operation) return
  if (!bar || operation < 0) return board.store.setState({ hovered: null })
  const box = bar.getBoundingClientRect()
  board.store.setState({ hovered: { operation, x: x ?? Math.max(box.left, 0) + 12, y: box.bottom } })
}

/** Follows the bar under the pointer or the keyboard, for its tooltip. */
export const hoverHandlers = (board: Board) => ({
  onPointerMove: (event: PointerEvent) => {
    if (event.pointerType !== 'touch' && event.buttons === 0) hover(board, barOf(event.target), event.clientX)
  },
  onPointerLeave: () => hover(board, null),
  onFocus: (event: FocusEvent) => hover(board, barOf(event.target)),
  onBlur: () => hover(board, null),
})

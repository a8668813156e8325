import { type Dispatch, type RefObject, type SetStateAction, useEffect, useMemo, useRef } from 'react'
import { unchangedMessage } from '#domain/kanban/check-card-move.ts'
import type { ColumnId } from '#domain/kanban/kanban-columns.ts'
import { useShortcuts } from '#web/components/shortcuts/use-shortcuts.ts'
import { announce } from '#web/ui/live-region.tsx'
import { columnOf, type KanbanCard } from '../model/kanban-card.ts'
import type { KanbanProps } from './kanban.tsx'
import type { CardActions, Landing } from './kanban-scene.ts'

interface CardActionsInput extends Pick<KanbanProps, 'columns' | 'grouping' | 'actions'> {
  /** The element that holds the columns. */
  readonly scroller: RefObject<HTMLElement | null>
  readonly landing: RefObject<Landing | null>
  readonly reveal: ReadonlyMap<ColumnId, (cardId: string) => void>
  readonly setExpanded: Dispatch<SetStateAction<ReadonlySet<string>>>
}

const toggled = (set: ReadonlySet<string>, item: string): ReadonlySet<string> => {
  const next = new Set(set)
  if (!next.delete(item)) next.add(item)
  return next
}

const listed = [
  { keys: 'ArrowRight', label: 'Move to next column' },
  { keys: 'ArrowLeft', label: 'Move to previous column' },
  { keys: 'ArrowDown', label: 'Next card' },
  { keys: 'ArrowUp', label: 'Previous card' },
  { keys: 'Enter', label: 'Edit progress' },
  { keys: 'Space', label: 'Edit progress' },
]

/** The actions on a card by keys and menu. The object is stable while the board is mounted. */
export function useCardActions(input: CardActionsInput): CardActions {
  useShortcuts('Board', listed)
  const latest = useRef(input)
  useEffect(() => {
    latest.current = input
  })
  return useMemo(() => {
    const move: CardActions['move'] = (card, column, source, groupBy) => {
      const { landing, actions } = latest.current
      // After a drop, `landing` already contains the origin of the card.
      if (landing.current?.cardId !== card.id) landing.current = { cardId: card.id, focus: 'scroll', from: null }
      const moved = actions.move(card, column, source, groupBy)
      if (!moved) landing.current = null
      return moved
    }
    const step = (card: KanbanCard, by: 1 | -1) => {
      const { columns, grouping } = latest.current
      const here = columns.findIndex(({ id }) => id === columnOf(card, grouping))
      const target = columns[here + by]
      if (target) move(card, target.id, 'screen')
      else announce(unchangedMessage)
    }
    const focusBeside = (card: KanbanCard, by: 1 | -1) => {
      const { columns, grouping, scroller, landing, reveal } = latest.current
      const column = columns.find(({ id }) => id === columnOf(card, grouping))
      const next = column?.items[column.items.findIndex(({ id }) => id === card.id) + by]
      if (!column || !next) return
      const drawn = scroller.current?.querySelector<HTMLElement>(`[data-card="${next.id}"]`)
      if (drawn) return drawn.focus()
      landing.current = { cardId: next.id, focus: 'scroll', from: null }
      reveal.get(column.id)?.(next.id)
    }
    return {
      move,
      step,
      focusBeside,
      toggleExpanded: (cardId) => latest.current.setExpanded((set) => toggled(set, cardId)),
      toggleCollapsed: (column) => latest.current.actions.toggleCollapsed(column),
      openProgress: (card) => latest.current.actions.openProgress(card),
      open: (path) => latest.current.actions.open(path),
      hold: (card, onHold) => latest.current.actions.hold(card, onHold),
    }
  }, [])
}

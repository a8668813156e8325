import type { ComponentProps, MouseEvent } from 'react'
import { useKanbanScene } from '../board/kanban-scene.ts'
import { type KanbanCard, pathOf } from '../model/kanban-card.ts'

/** A plain link handled by the application. It is lighter than the router's link, and a board has hundreds. */
export function CardLink({ card, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { card: KanbanCard }) {
  const { actions } = useKanbanScene()
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    actions.open(pathOf(card))
  }
  return <a draggable={false} {...rest} href={pathOf(card)} onClick={follow} />
}

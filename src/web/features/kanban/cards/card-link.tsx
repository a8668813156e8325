import type { ComponentProps, MouseEvent } from 'react'
import { useBoardScene } from '../board/board-scene.ts'
import { type BoardCard, pathOf } from '../model/board-card.ts'

/** A plain link that the application follows: lighter than the router's, of which a board would hold hundreds. */
export function CardLink({ card, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { card: BoardCard }) {
  const { actions } = useBoardScene()
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    actions.open(pathOf(card))
  }
  return <a draggable={false} {...rest} href={pathOf(card)} onClick={follow} />
}

import { Suspense, useState } from 'react'
import { lazyPart } from '#web/components/lazy-part.ts'
import { useActor } from '#web/stores/actor.ts'
import { useKanbanScene } from '../board/kanban-scene.ts'
import type { KanbanCard } from '../model/kanban-card.ts'
import { reportRefusal } from '../moves/use-kanban-moves.ts'
import { KanbanIcon, type KanbanIconName } from './kanban-icon.tsx'

const CardMenu = lazyPart(() => import('./card-menu.tsx').then(({ CardMenu }) => CardMenu))

const button =
  'flex size-7 shrink-0 items-center justify-center rounded-inner text-ink-2 hover:bg-press max-md:size-9 aria-expanded:[&[aria-haspopup]]:bg-primary-tint aria-expanded:[&[aria-haspopup]]:text-primary-text'

type IconProps = {
  label: string
  icon: KanbanIconName
  className?: string
  /** Why it is disabled; a click shows this too. */
  refusal?: string | null
  onClick: () => void
}

const CardIcon = ({ label, icon, className, refusal, onClick, ...aria }: IconProps & { 'aria-expanded'?: boolean }) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={refusal ? true : undefined}
    title={refusal ? `${label}: ${refusal}` : label}
    className={refusal ? `${button} text-ink-off` : button}
    onClick={onClick}
    {...aria}
  >
    <KanbanIcon name={icon} className={`size-4 ${className ?? ''}`} />
  </button>
)

/** The buttons at the lower right: edit progress (operations), expand, menu. The menu is rendered when first opened. */
export function CardButtons({ card, expanded }: { card: KanbanCard; expanded: boolean }) {
  const { actions } = useKanbanScene()
  const refusal = reportRefusal(useActor(), card)
  const [menu, setMenu] = useState<boolean | null>(null)
  const trigger = (
    <button
      type="button"
      aria-label={`Menu of ${card.title}`}
      title="Move and more"
      aria-haspopup="menu"
      className={button}
      {...(menu === null && { 'aria-expanded': false, onClick: () => setMenu(true) })}
    >
      <KanbanIcon name="more" className="size-4" />
    </button>
  )
  return (
    <>
      {card.type === 'operation' && (
        <CardIcon
          label={`Edit progress of ${card.title}`}
          icon="progress"
          refusal={refusal}
          onClick={() => actions.openProgress(card)}
        />
      )}
      <CardIcon
        label={expanded ? `Show less of ${card.title}` : `Show more of ${card.title}`}
        icon="expand"
        aria-expanded={expanded}
        className={expanded ? 'rotate-180' : ''}
        onClick={() => actions.toggleExpanded(card.id)}
      />
      {menu === null ? (
        trigger
      ) : (
        <Suspense fallback={trigger}>
          <CardMenu card={card} open={menu} onOpenChange={setMenu} trigger={trigger} />
        </Suspense>
      )}
    </>
  )
}

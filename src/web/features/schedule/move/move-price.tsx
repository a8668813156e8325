import { ProjectedLateIcon } from '#web/ui/icons/state-icons.tsx'
import { type GanttScene, useGantt, useGanttState } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import type { MovePreview, MovePrice } from '../schedule-store.ts'
import { type PriceLine, priceLines } from './price-words.ts'

/** What a move would mean in lines; none while that is not known. */
export const linesOfPrice = ({ model }: GanttScene, { move, effect }: MovePrice): PriceLine[] =>
  effect ? priceLines(effect, model.data.projects.ids[at(model.projectOf, move.moved.operation)] ?? '') : []

/** What it would mean to let go of a moving bar, once it rests; three dots while that is being computed. */
export function MovePriceLines({ move, className = '' }: { move: MovePreview; className?: string }) {
  const gantt = useGantt()
  const price = useGanttState((state) => state.price)
  if (price?.move !== move) return null
  if (!price.effect) return <div className={`text-ink-3 ${className}`}>…</div>
  return linesOfPrice(gantt, price).map(({ text, isWorse }) => (
    <div key={text} className={`flex items-center gap-1.5 ${isWorse ? 'text-warn-text' : 'text-ink-2'} ${className}`}>
      {isWorse && <ProjectedLateIcon className="size-3 shrink-0" />}
      {text}
    </div>
  ))
}

import { useEffect, useState } from 'react'
import { hasFlag, remainingMs } from '#domain/schedule/movable-plan.ts'
import { explainPlacement } from '#web/components/placement/explain-placement.ts'
import { swatch } from '../gantt/bar-look.ts'
import { useGantt } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { planRefusal } from '../model/center-refusals.ts'
import { toneOf } from '../model/schedule-model.ts'
import { spanWords } from '../move/move-words.ts'
import type { Hovered } from '../schedule-store.ts'
import {
  centerName,
  conflictWords,
  materialWords,
  otherDateWords,
  overlapWords,
  projectNumber,
  workWords,
} from './bar-words.ts'
import { usePlacement } from './use-placement.ts'

const delayMs = 300
const [widthPx, roomPx] = [300, 190]

/** Shows the description of the bar under the pointer or with the focus, after a short delay. */
export function BarTooltip({ hovered }: { hovered: Hovered }) {
  const [shown, setShown] = useState<Hovered | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setShown(hovered), delayMs)
    return () => clearTimeout(timer)
  }, [hovered])
  return shown === hovered && <TooltipCard hovered={hovered} />
}

function TooltipCard({ hovered }: { hovered: Hovered }) {
  const gantt = useGantt()
  const { model, words, load } = gantt
  const { operation } = hovered
  const { ids, names, category, progressPercentage } = model.data.operations
  const project = at(model.projectOf, operation)
  const refusal = planRefusal(gantt, operation)
  const placement = usePlacement(load.placement, ids[operation], model.data)
  const explained = placement.status === 'ready' ? explainPlacement(placement.stored, words) : null
  const below = hovered.y + roomPx < window.innerHeight
  const done = toneOf(model, operation) === 'done'
  const material = materialWords(gantt, operation)
  const progress = Math.round(at(progressPercentage, operation))
  return (
    <div
      role="tooltip"
      className="pointer-events-none fixed z-popover flex w-75 animate-pop-in flex-col gap-0.5 rounded border border-line-2 bg-raised px-3 py-2 text-label shadow-2"
      style={{
        left: Math.max(8, Math.min(hovered.x - 24, window.innerWidth - widthPx - 8)),
        ...(below ? { top: hovered.y + 6 } : { bottom: window.innerHeight - hovered.y + 28 }),
      }}
    >
      <div className="text-ink-3">
        <span className="whitespace-nowrap">{projectNumber(gantt, project)}</span> {model.data.projects.names[project]}
      </div>
      <div className="font-semibold text-body">{names[operation]}</div>
      <div className="tabular-nums">{spanWords(gantt, at(model.startMs, operation), at(model.endMs, operation))}</div>
      {hasFlag(model, operation, 'behindPlan') && <div className="text-warn-text">Behind plan</div>}
      {material && <div className="first-letter:uppercase">{material}</div>}
      {[...overlapWords(gantt, operation), ...otherDateWords(gantt, operation)].map((sentence) => (
        <div key={sentence} className="first-letter:uppercase">
          {sentence}
        </div>
      ))}
      <div className="flex items-center gap-1.5 text-ink-2">
        <span
          className="size-2 rounded-mark"
          style={{ background: swatch(model.data.categories[category[operation] ?? -1]?.color) }}
        />
        {centerName(gantt, operation)}
        <span className="ml-auto tabular-nums">
          {done ? 'Done' : `${workWords(gantt, operation, remainingMs(model, operation))} left, ${progress} %`}
        </span>
      </div>
      {refusal && !done && <div className="text-ink-2">{refusal}</div>}
      <div className="mt-1 min-h-4 border-line border-t pt-1 text-ink-2">
        {placement.status === 'loading' && 'Why then: …'}
        {placement.status === 'failed' && 'The reason could not be loaded.'}
        {explained &&
          (explained.summary ?? explained.unplaced ?? 'No reason recorded yet. Run the scheduler to see one.')}
      </div>
      {explained?.warnings.length === 0 &&
        conflictWords(gantt, operation).map((sentence) => (
          <div key={sentence} className="text-warn-text first-letter:uppercase">
            {sentence}
          </div>
        ))}
      {explained?.warnings.map((sentence) => (
        <div key={sentence} className="text-warn-text">
          {sentence}
        </div>
      ))}
    </div>
  )
}

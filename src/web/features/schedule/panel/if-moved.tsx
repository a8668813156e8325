import { ArrowRight, ScanSearch } from 'lucide-react'
import { isPlaced } from '#domain/schedule/movable-plan.ts'
import { Button } from '#web/ui/button.tsx'
import { useGantt, useGanttState } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { MovePriceLines } from '../move/move-price.tsx'
import { moveWarnings, shiftWords } from '../move/move-words.ts'
import { previewedEnd } from '../move/preview-move.ts'
import { rescheduleOf } from '../move/write-of.ts'

/** The changes of the previewed move, old values beside new ones. */
export function IfMoved({ operation }: { operation: number }) {
  const gantt = useGantt()
  const { model, words } = gantt
  const move = useGanttState((state) => state.move)
  const price = useGanttState((state) => state.price)
  if (!move || move.moved.operation !== operation) return null
  const hasPrice = price?.move === move && price.effect !== null
  const project = at(model.projectOf, operation)
  const placed = isPlaced(model, operation)
  const rows: [string, number, number][] = [
    ['Starts', at(model.startMs, operation), move.moved.startMs],
    ['Ends', at(model.endMs, operation), move.moved.endMs],
    ['Project ends', at(model.projectEndMs, project), previewedEnd(model, project, move.movedTo)],
  ]
  const warnings = moveWarnings(gantt, move, hasPrice)
  return (
    <section className="border-line border-t px-4 py-3">
      <h3 className="font-semibold">If moved here</h3>
      <dl className="mt-1 flex flex-col gap-y-1 text-label tabular-nums">
        {rows.map(([term, before, after]) => (
          <div key={term} className="flex gap-2">
            <dt className="text-ink-2">{term}</dt>
            {/* If both dates do not fit side by side, the second one goes below the first. */}
            <dd className="ml-auto flex min-w-0 flex-wrap justify-end gap-x-1.5">
              <span className="whitespace-nowrap text-ink-2">{placed ? words.dayTime(before) : '—'}</span>
              <span className="flex items-center gap-1.5 whitespace-nowrap font-semibold">
                <ArrowRight className="size-3 text-ink-3" />
                {words.dayTime(after)}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-1 text-ink-2 text-label">{shiftWords(gantt, move)}</p>
      {warnings.map((sentence) => (
        <p key={sentence} className="mt-1 text-label text-warn-text">
          {sentence}
        </p>
      ))}
      <MovePriceLines move={move} className="mt-1 text-label" />
      {move.phase === 'keyboard' && (
        <Button
          size="small"
          className="mt-2"
          icon={<ScanSearch />}
          onClick={() => gantt.open({ kind: 'try', move: rescheduleOf(model, move) })}
        >
          Try first
        </Button>
      )}
    </section>
  )
}

import { isPlaced } from '#domain/schedule/movable-plan.ts'
import { factorIcons } from '#web/components/operation-marks/factor-icons.ts'
import { explainPlacement } from '#web/components/placement/explain-placement.ts'
import { OperationInText } from '#web/components/placement/operation-in-text.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { usePlacement } from '../frame/use-placement.ts'
import { useGantt } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { operationRow } from '../model/schedule-model.ts'

/** The reasons for the start of an operation, each with the earliest start it allows. The decisive ones are tinted. */
export function WhyThen({ operation }: { operation: number }) {
  const { model, words, load, select } = useGantt()
  const placement = usePlacement(load.placement, model.data.operations.ids[operation], model.data)
  const placed = isPlaced(model, operation)
  const explained = placement.status === 'ready' ? explainPlacement(placement.stored, words) : null
  return (
    <section className="border-line border-t px-4 py-3">
      <h3 className="flex justify-between font-semibold">
        {placed ? 'Why then' : 'Why not scheduled'}
        {placed && (
          <span className="font-normal text-ink-2 tabular-nums">{words.dayTime(at(model.startMs, operation))}</span>
        )}
      </h3>
      {placement.status === 'loading' && (
        <div role="status" aria-label="Loading reasons" className="mt-3 flex flex-col gap-3">
          <Skeleton className="h-3 w-4/5" />
          <Skeleton className="h-3 w-3/5" />
          <Skeleton className="h-3 w-2/3" />
        </div>
      )}
      {placement.status === 'failed' && <p className="mt-2 text-crit-text">The reasons could not be loaded.</p>}
      {explained?.unplaced && <p className="mt-2">{explained.unplaced}</p>}
      {explained && explained.factors.length === 0 && !explained.unplaced && (
        <p className="mt-2 text-ink-3">No reason recorded yet. Run the scheduler to see one.</p>
      )}
      <ul className="-mx-2 mt-1">
        {explained?.factors.map(({ code, title, detail, operation: named, atText, binding }) => {
          const Icon = factorIcons[code]
          const row = operationRow(model, named?.operationId)
          const onOpen = row < 0 ? undefined : () => select(row)
          return (
            <li
              key={`${code} ${title} ${atText}`}
              className={`flex gap-2 px-2 py-1.5 ${binding ? 'bg-primary-tint first:rounded-t last:rounded-b' : 'text-ink-2'}`}
            >
              <Icon className={`mt-0.5 size-3.5 ${binding ? 'text-primary-text' : 'text-ink-3'}`} />
              <div className="min-w-0 flex-1">
                <div className={binding ? 'font-semibold' : ''}>
                  <OperationInText text={title} operation={named} onOpen={onOpen} />
                </div>
                {detail && (
                  <div className="text-ink-2 text-label">
                    <OperationInText text={detail} operation={named} onOpen={onOpen} />
                  </div>
                )}
              </div>
              <span className={`shrink-0 tabular-nums ${binding ? 'font-semibold' : ''}`}>{atText}</span>
            </li>
          )
        })}
      </ul>
      {explained?.here.map((sentence) => (
        <p key={sentence} className="mt-1 text-ink-2">
          {sentence}
        </p>
      ))}
      {explained?.warnings.map((sentence) => (
        <p key={sentence} className="mt-1 text-warn-text">
          {sentence}
        </p>
      ))}
    </section>
  )
}

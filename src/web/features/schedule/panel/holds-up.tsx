import { earliestAfter } from '#domain/schedule/cascade.ts'
import { linkedTo } from '#domain/schedule/link-index.ts'
import { calendarOf, isPlaced } from '#domain/schedule/movable-plan.ts'
import { swatch } from '../gantt/bar-look.ts'
import { useGantt } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { workText } from '../model/work-text.ts'

/** The operations that wait for this one, with the working time between them. */
export function HoldsUp({ operation }: { operation: number }) {
  const { model, select } = useGantt()
  const followers = linkedTo(model.successors, operation)
  if (followers.length === 0) return null
  const firstLink = at(model.successors.first, operation)
  const slack = (follower: number, index: number) => {
    if (!isPlaced(model, follower) || !isPlaced(model, operation)) return 'not scheduled'
    const link = at(model.successors.link, firstLink + index)
    const dates = { startMs: at(model.startMs, operation), endMs: at(model.endMs, operation) }
    const earliest = earliestAfter(model, link, dates)
    const ms = calendarOf(model, follower).workBetween(earliest, at(model.startMs, follower))
    return ms < 0 ? `${workText(ms)} too early` : ms === 0 ? '0 h slack' : `${workText(ms)} slack`
  }
  const { names, category } = model.data.operations
  return (
    <section className="border-line border-t px-4 py-3">
      <h3 className="mb-1 font-semibold">Holds up</h3>
      <ul>
        {Array.from(followers, (follower, index) => (
          <li key={follower}>
            <button
              type="button"
              className="-mx-2 flex w-[calc(100%+16px)] items-center gap-1.5 rounded px-2 py-1 text-left hover:bg-hover"
              onClick={() => select(follower)}
            >
              <span
                className="size-2 shrink-0 rounded-mark"
                style={{ background: swatch(model.data.categories[category[follower] ?? -1]?.color) }}
              />
              <span className="truncate">{names[follower]}</span>
              <span className="ml-auto shrink-0 text-ink-2 text-label tabular-nums">{slack(follower, index)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

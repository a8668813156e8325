import { Unlink } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { KeyCap } from '#web/ui/key-cap.tsx'
import { useGantt, useGanttState } from '../gantt-context.ts'
import { arrowPath, linkPath } from '../model/link-path.ts'
import { linkedWords } from '../move/link-words.ts'
import { endSelectedLink, unlinkRefusal } from '../move/unlink.ts'
import { linkEnds, linksOf } from './link-ends.ts'
import type { SelectedLinkMarkProps } from './selected-link.tsx'

/** The room that the words need. */
const wordsPx = 110

/** The selected link, with its words and a button that ends it. */
export function LinkMark({ bottomPx, ...drawn }: SelectedLinkMarkProps) {
  const gantt = useGantt()
  const positions = useGanttState((state) => state.positions)
  const selected = useGanttState((state) => state.selectedLink)
  if (!selected) return null
  const { from, to } = selected
  const link = linksOf(gantt.model, [from]).find((one) => one[0] === from && one[1] === to)
  const ends = link && linkEnds(gantt, positions, undefined, link, drawn)
  if (!ends) return null
  const refusal = unlinkRefusal(gantt, selected)
  const [top, bottom] = [Math.min(ends.fromY, ends.toY), Math.max(ends.fromY, ends.toY)]
  const isBelow = bottom + wordsPx < bottomPx
  return (
    <>
      <svg
        className="pointer-events-none absolute top-0 left-0 z-links h-full w-full overflow-visible"
        aria-hidden="true"
        data-selected-link=""
      >
        <path d={linkPath(ends)} className="fill-none stroke-primary-mark" strokeWidth={3} />
        <path d={arrowPath(ends)} className="fill-primary-mark stroke-primary-mark" strokeWidth={2} />
      </svg>
      <div
        className="absolute z-lifted flex w-max flex-col gap-1.5 rounded border border-line-2 bg-raised px-2.5 py-2 text-label shadow-2"
        style={{
          left: selected.x === undefined ? ends.toX + 20 : selected.x - drawn.originX + 12,
          top: isBelow ? bottom + 20 : top - 20,
          translate: `0 ${isBelow ? '0' : '-100%'}`,
        }}
        onPointerDown={(event) => event.stopPropagation()}
      >
        <span className="font-semibold">{linkedWords(gantt.model, from, to)}</span>
        {refusal ? (
          <span className="text-ink-2">{refusal}</span>
        ) : (
          <span className="flex items-center gap-1.5 text-ink-2">
            <Button size="small" icon={<Unlink />} onClick={() => endSelectedLink(gantt)}>
              Unlink
            </Button>
            <KeyCap keys="Delete" />
            <KeyCap keys="Esc" /> cancel
          </span>
        )}
      </div>
    </>
  )
}

import { ArrowLeftRight } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { ProjectedLateIcon } from '#web/ui/icons/state-icons.tsx'
import { KeyCap } from '#web/ui/key-cap.tsx'
import { useGantt, useGanttState } from '../gantt-context.ts'
import { xOf } from '../model/time-scale.ts'
import type { MovePreview } from '../schedule-store.ts'
import { LinkTip } from './link-tip.tsx'
import { MovePriceLines } from './move-price.tsx'
import type { TipLayerProps } from './move-tip.tsx'
import { closedWords, moveWarnings, shiftWords, spanWords } from './move-words.ts'

/** The room that a tip needs below its bar, and how wide it becomes. */
const [tipPx, mostPx] = [280, 380]

/** The tips of what is being moved or linked. They lie over everything else, also over the line for the current time. */
export function MoveTips({ view, topOf, bottomPx, fixedPx }: TipLayerProps) {
  const { scale } = useGantt()
  const move = useGanttState((state) => state.move)
  const linking = useGanttState((state) => state.linking)
  const { originX, endX, offsetY } = view
  const top = move && topOf(move.moved.operation)
  return (
    <div
      className="pointer-events-none absolute top-12 left-0 z-dragged-bar h-0"
      style={{ width: endX - originX, transform: `translate3d(${fixedPx + originX}px,${offsetY}px,0)` }}
      aria-hidden="true"
      data-tips=""
    >
      {move && top !== null && (
        <MoveTip
          move={move}
          fixedPx={fixedPx}
          x={xOf(scale, move.moved.startMs) - originX}
          top={top ?? 0}
          below={(top ?? 0) + tipPx < bottomPx}
        />
      )}
      {linking && <LinkTip linking={linking} />}
    </div>
  )
}

interface MoveTipProps {
  readonly move: MovePreview
  /** Start and top of the bar, in px of the surface. */
  readonly x: number
  readonly top: number
  readonly below: boolean
  /** Width of the columns that do not scroll. */
  readonly fixedPx: number
}

/** The new time of a moving bar, the effect on its followers, and the keys. */
function MoveTip({ move, x, top, below, fixedPx }: MoveTipProps) {
  const gantt = useGantt()
  const price = useGanttState((state) => state.price)
  const warnings = moveWarnings(gantt, move, price?.move === move && price.effect !== null)
  const closed = move.phase === 'dragging' ? closedWords(gantt, move) : null
  const tip = useRef<HTMLDivElement>(null)
  const [before, setBefore] = useState(false)
  const step = Math.round(x / 48)
  // If there is room, the tip is left of the bar and does not cover the followers. It is measured every 48 px.
  useLayoutEffect(() => {
    const width = tip.current?.offsetWidth ?? 0
    const edge = tip.current?.closest('[data-scroller]')?.getBoundingClientRect().left ?? 0
    const barLeft = (tip.current?.offsetParent?.getBoundingClientRect().left ?? 0) + step * 48
    setBefore(barLeft - width - 40 > edge + fixedPx)
  }, [step, fixedPx])
  return (
    <div
      ref={tip}
      className="absolute z-lifted flex w-max flex-col gap-1 rounded border border-line-2 bg-raised px-2.5 py-2 text-label shadow-2"
      style={{
        left: before ? x - 12 : x,
        maxWidth: mostPx,
        top: below ? top + 28 : top - 8,
        translate: `${before ? '-100%' : '0'} ${below ? '0' : '-100%'}`,
      }}
    >
      <div className="font-semibold tabular-nums">{spanWords(gantt, move.moved.startMs, move.moved.endMs)}</div>
      <div className="flex items-center gap-1.5 text-ink-2">
        <ArrowLeftRight className="size-3" />
        {shiftWords(gantt, move)}
      </div>
      {closed && <div className="text-ink-2">{closed}</div>}
      {warnings.map((sentence) => (
        <div key={sentence} className="flex items-center gap-1.5 text-warn-text">
          <ProjectedLateIcon className="size-3 shrink-0" />
          {sentence}
        </div>
      ))}
      <MovePriceLines move={move} />
      <div className="flex items-center gap-1.5 text-ink-2">
        {move.phase === 'keyboard' && (
          <>
            <KeyCap keys="Enter" /> move
          </>
        )}
        <KeyCap keys="Esc" /> cancel
        <KeyCap keys="Shift" /> move alone
      </div>
    </div>
  )
}

import { memo } from 'react'
import { sameValues } from '#web/lib/same-values.ts'
import { LateIcon } from '#web/ui/icons/state-icons.tsx'
import { Path } from '../frame/path.tsx'
import type { SummaryDrawing } from './summary-drawing.ts'

/**
 * The span of a project, red after the ship date if late, with a flag at the earliest start, a diamond at the ship date, and the lateness. A dashed line goes on to the
 * end by the forecast where that is later than the plan says.
 */
export const SummaryBar = memo(function SummaryBar({ top, ...drawing }: SummaryDrawing & { readonly top: number }) {
  const { isLate, span, lateSpan, forecast, shipDate, release, text } = drawing
  return (
    <>
      <svg
        className="pointer-events-none absolute left-0 h-4 w-full overflow-visible"
        style={{ top: top + 8 }}
        aria-hidden="true"
      >
        <Path className="fill-bar-sum" d={span} />
        <Path className="fill-crit" d={lateSpan} />
        <Path className={isLate ? 'stroke-crit' : 'stroke-ink-2'} strokeDasharray="3 2" d={forecast} />
        {release && <path className="fill-ink-2" d={release.path} data-release="" />}
        <Path
          className={isLate ? 'fill-crit stroke-crit' : 'fill-surface stroke-ink-2'}
          strokeWidth={1.75}
          d={shipDate}
        />
      </svg>
      {release && (
        <span
          role="img"
          aria-label={release.words}
          title={release.words}
          className="absolute h-4 w-2.5"
          style={{ left: release.left, top: top + 8 }}
        />
      )}
      {text && (
        <span
          className={`absolute flex items-center gap-1 whitespace-nowrap text-axis tabular-nums ${
            text.isCritical ? 'text-crit-text' : 'text-ink-3'
          }`}
          style={{ left: text.left, top: top + 8 }}
        >
          {isLate && <LateIcon className="size-3 shrink-0" />}
          {text.words}
        </span>
      )}
    </>
  )
}, sameValues)

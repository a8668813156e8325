import { memo } from 'react'
import { sameValues } from '#web/lib/same-values.ts'
import { ChangeoverBar } from '../frame/changeover-bar.tsx'
import { cellRole, named } from '../frame/grid-roles.ts'
import { materialPath, materialPx, warnPath, warnPx } from '../frame/warn-path.ts'
import type { BarDrawing } from './bar-drawing.ts'
import { barId } from './row-id.ts'

/** One operation on the time axis, with the changeover before it. */
export const GanttBar = memo(function GanttBar(drawing: BarDrawing) {
  const { operation, words, className, style, waitsForMaterial, isInConflict, changeover } = drawing
  return (
    <>
      {changeover && <ChangeoverBar {...changeover} />}
      <div
        id={barId(operation)}
        tabIndex={-1}
        {...named(cellRole, words)}
        data-operation={operation}
        className={className}
        style={style}
      >
        {waitsForMaterial && (
          <svg
            className="pointer-events-none absolute -top-1 -left-1 overflow-visible fill-warn stroke-surface"
            width={materialPx}
            height={materialPx}
            aria-hidden="true"
            data-material=""
          >
            <path d={materialPath(0, 0)} paintOrder="stroke" strokeWidth={2} />
          </svg>
        )}
        {isInConflict && (
          <svg
            className="pointer-events-none absolute -top-1 -right-1 overflow-visible fill-warn stroke-surface"
            width={warnPx}
            height={warnPx}
            aria-hidden="true"
            data-warning=""
          >
            <path d={warnPath(warnPx, 3)} paintOrder="stroke" strokeWidth={2} />
          </svg>
        )}
      </div>
    </>
  )
}, sameValues)

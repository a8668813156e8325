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
        {waitsForMaterial && <Mark side="-left-1" px={materialPx} d={materialPath(0, 0)} data-material="" />}
        {isInConflict && <Mark side="-right-1" px={warnPx} d={warnPath(warnPx, 3)} data-warning="" />}
      </div>
    </>
  )
}, sameValues)

interface MarkProps {
  readonly side: '-left-1' | '-right-1'
  readonly px: number
  readonly d: string
  readonly 'data-material'?: ''
  readonly 'data-warning'?: ''
}

/** A mark at an upper corner of a bar. */
const Mark = ({ side, px, d, ...name }: MarkProps) => (
  <svg
    className={`pointer-events-none absolute -top-1 ${side} overflow-visible fill-warn stroke-surface`}
    width={px}
    height={px}
    aria-hidden="true"
    {...name}
  >
    <path d={d} paintOrder="stroke" strokeWidth={2} />
  </svg>
)

import { Package } from 'lucide-react'
import type { Operation } from '#contract/operations.ts'
import { type DateSettings, formatShipDate } from '#web/lib/format-date.ts'
import { awaitedMaterial } from './awaited-material.ts'

type MaterialMarkProps = { operation: Operation; dates: DateSettings; nowMs: number }

/** The sign of an operation that waits for its material, with the day beside it; nothing for others. */
export function MaterialMark({ operation, dates, nowMs }: MaterialMarkProps) {
  const ready = awaitedMaterial(operation, nowMs)
  if (ready === null) return null
  const day = formatShipDate(ready, dates, nowMs)
  return (
    <span
      className="ml-1.5 inline-flex items-center gap-1 whitespace-nowrap text-label text-warn-text tabular-nums"
      title={operation.materialNote || undefined}
    >
      <Package role="img" aria-label="waits for material until" className="size-3" />
      {day}
    </span>
  )
}

import { Package } from 'lucide-react'
import type { Operation } from '#contract/operations.ts'
import { type DateSettings, formatShipDate } from '#web/lib/format-date.ts'
import { type Awaiting, awaitedMaterial } from './awaited-material.ts'

type MaterialMarkProps = { operation: Awaiting & Pick<Operation, 'materialNote'>; dates: DateSettings; nowMs: number }

/** The sign of an operation that waits for its material, with the day on narrow screens; nothing for others. */
export function MaterialMark({ operation, dates, nowMs }: MaterialMarkProps) {
  const ready = awaitedMaterial(operation, nowMs)
  if (ready === null) return null
  const day = formatShipDate(ready, dates, nowMs)
  const words = `waits for material until ${day}`
  return (
    <span
      className="flex shrink-0 items-center gap-1 text-label text-warn-text"
      title={[words, operation.materialNote].filter(Boolean).join(': ')}
    >
      <Package role="img" aria-label={words} className="size-3.5" />
      <span aria-hidden="true" className="md:hidden">
        {day}
      </span>
    </span>
  )
}

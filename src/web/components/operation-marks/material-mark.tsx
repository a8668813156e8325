import { Package } from 'lucide-react'
import type { Operation } from '#contract/operations.ts'
import { type DateSettings, formatShipDate } from '#web/lib/format-date.ts'
import { type Awaiting, awaitedMaterial } from './awaited-material.ts'

type MaterialMarkProps = { operation: Awaiting & Pick<Operation, 'materialNote'>; dates: DateSettings; nowMs: number }

/** The sign of an operation that waits for its material; nothing for others. */
export function MaterialMark({ operation, dates, nowMs }: MaterialMarkProps) {
  const ready = awaitedMaterial(operation, nowMs)
  if (ready === null) return null
  const words = `waits for material until ${formatShipDate(ready, dates, nowMs)}`
  return (
    <span className="flex shrink-0" title={[words, operation.materialNote].filter(Boolean).join(': ')}>
      <Package role="img" aria-label={words} className="size-3.5 text-warn-text" />
    </span>
  )
}

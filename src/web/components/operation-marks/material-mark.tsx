import { Package } from 'lucide-react'
import type { Operation } from '#contract/operations.ts'
import { type DateSettings, formatShipDate } from '#web/lib/format-date.ts'
import { type Awaiting, awaitedMaterial } from './awaited-material.ts'

type MaterialIconProps = { readyDate: string | number; dates: DateSettings; nowMs: number }

const waitingWords = ({ readyDate, dates, nowMs }: MaterialIconProps) =>
  `waits for material until ${formatShipDate(readyDate, dates, nowMs)}`

/** The icon of an operation that waits for its material. */
export function MaterialIcon(props: MaterialIconProps) {
  return <Package role="img" aria-label={waitingWords(props)} className="size-3.5 shrink-0 text-warn-text" />
}

type MaterialMarkProps = { operation: Awaiting & Pick<Operation, 'materialNote'>; dates: DateSettings; nowMs: number }

/** Marks an operation that waits for its material, with the date on narrow screens; nothing for others. */
export function MaterialMark({ operation, dates, nowMs }: MaterialMarkProps) {
  const readyDate = awaitedMaterial(operation, nowMs)
  if (readyDate === null) return null
  return (
    <span
      className="flex shrink-0 items-center gap-1 text-label text-warn-text"
      title={[waitingWords({ readyDate, dates, nowMs }), operation.materialNote].filter(Boolean).join(': ')}
    >
      <MaterialIcon readyDate={readyDate} dates={dates} nowMs={nowMs} />
      <span aria-hidden="true" className="md:hidden">
        {formatShipDate(readyDate, dates, nowMs)}
      </span>
    </span>
  )
}

import { useEffect, useRef, useState } from 'react'
import { dayMs } from '#domain/time/units.ts'
import { type Paper, PrintSheet, roomOn } from '#web/components/print/print-sheet.tsx'
import { downloadBlob, downloadCsv } from '#web/lib/figure-table.ts'
import { toast } from '#web/ui/toast.tsx'
import { type GanttScene, useGantt } from '../gantt-context.ts'
import { arrangeDates, type OtherDates } from '../model/other-dates.ts'
import type { ScheduleView } from '../model/time-scale.ts'
import { DispatchSheet } from './dispatch-sheet.tsx'
import { pictureOf } from './plan-picture.ts'
import { PlanSheet, rowsPerPage } from './plan-sheet.tsx'
import { dispatchLists, planTable } from './plan-table.ts'
import { type SheetRow, sheetRows } from './sheet-rows.ts'

export type OutputKind = 'csv' | 'picture' | 'plan' | 'dispatch'

/** A picture with more rows would be more than a browser can draw at once. */
const mostPictureRows = 400
/** A plan with more pages is too long to read. */
const mostPages = 60

interface PlanOutputProps {
  readonly kind: OutputKind
  readonly paper: Paper
  readonly view: ScheduleView
  readonly fromMs: number
  readonly toMs: number
  readonly onDone: () => void
}

/** 'Schedule, as of Mon 11/23 7:00 AM' as title of an export. It names the zone, because other people may read it in another one. */
const titleOf = ({ words, nowMs, organization, clock, model }: GanttScene, what: string): string => {
  const isForeign = clock.zone !== model.data.timeZone
  return [organization, what, `as of ${words.dayTime(nowMs)}`, isForeign && `times in ${clock.zone}`]
    .filter(Boolean)
    .join(', ')
}

const inPages = (rows: readonly SheetRow[], perPage: number): SheetRow[][] =>
  Array.from({ length: Math.max(1, Math.ceil(rows.length / perPage)) }, (_, page) =>
    rows.slice(page * perPage, (page + 1) * perPage),
  )

/** The longest time range on paper that is extended so that more bars fit on it. */
const longestMs = 90 * dayMs

/**
 * The time range on paper. If the view contains the present, it starts today, because past dates are not part of the
 * plan. It is as long as the view, or long enough to include the end of the projects on the first page.
 */
export const printedTime = (
  { nowMs, clock }: Pick<GanttScene, 'nowMs' | 'clock'>,
  firstPage: readonly SheetRow[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): { readonly fromMs: number; readonly toMs: number } => {
  if (nowMs < fromMs || nowMs > toMs) return { fromMs, toMs }
  const today = clock.instantOf(Math.floor(clock.wallAt(nowMs) / dayMs) * dayMs)
  const ends = firstPage.flatMap(({ bars, forecastMs = 0 }) => [forecastMs, ...bars.map(({ endMs }) => endMs)])
  const last = ends.reduce((latest, endMs) => Math.max(latest, endMs), 0) + dayMs / 2
  return { fromMs: today, toMs: today + Math.max(toMs - fromMs, Math.min(last - today, longestMs)) }
}

/** Creates one file or print of the schedule, and then calls `onDone`. */
export function PlanOutput(props: PlanOutputProps) {
  const gantt = useGantt()
  const { kind, paper, view, fromMs, toMs, onDone } = props
  if (kind === 'csv') return <CsvOutput onDone={onDone} />
  if (kind === 'picture') return <PictureOutput {...props} />
  if (kind === 'dispatch') return <DispatchOutput paper={paper} onDone={onDone} />
  const pages = inPages(sheetRows(gantt, view), rowsPerPage(...roomOn(paper))).slice(0, mostPages)
  const time = printedTime(gantt, pages[0] ?? [], { fromMs, toMs })
  return (
    <PrintSheet paper={paper} onDone={onDone}>
      {pages.map((rows, page) => (
        <div key={rows[0]?.key ?? 'none'} className="print-page">
          <PlanSheet
            gantt={gantt}
            rows={rows}
            {...time}
            title={`${titleOf(gantt, 'Schedule')}, page ${page + 1} of ${pages.length}`}
          />
        </div>
      ))}
    </PrintSheet>
  )
}

/** The dispatch lists follow the forecast, whatever the Gantt draws, so without a forecast nothing is printed. */
function DispatchOutput({ paper, onDone }: Pick<PlanOutputProps, 'paper' | 'onDone'>) {
  const gantt = useGantt()
  const [forecast, setForecast] = useState<OtherDates | null>(null)
  const { model, load } = useRef(gantt).current
  useEffect(() => {
    load.forecast().then(
      (dates) => setForecast(arrangeDates(model, dates)),
      () => {
        toast.error('The dispatch list could not be created because the forecast could not be loaded. Try again.')
        onDone()
      },
    )
  }, [model, load, onDone])
  if (!forecast) return null
  return (
    <PrintSheet paper={paper} upright onDone={onDone}>
      <DispatchSheet lists={dispatchLists({ ...gantt, model }, forecast)} title={titleOf(gantt, 'Dispatch list')} />
    </PrintSheet>
  )
}

function CsvOutput({ onDone }: { onDone: () => void }) {
  const gantt = useGantt()
  const scene = useRef(gantt)
  useEffect(() => {
    downloadCsv(planTable(scene.current, 'Schedule'))
    onDone()
  }, [onDone])
  return null
}

function PictureOutput({ view, fromMs, toMs, onDone }: PlanOutputProps) {
  const gantt = useGantt()
  const holder = useRef<HTMLDivElement>(null)
  const rows = sheetRows(gantt, view).slice(0, mostPictureRows)
  useEffect(() => {
    const svg = holder.current?.querySelector('svg')
    if (!svg) return
    pictureOf(svg)
      .then((picture) => downloadBlob(picture, 'schedule.png'))
      .catch(() => toast.error('The picture could not be created. Try fewer rows or a shorter time range.'))
      .finally(onDone)
  }, [onDone])
  return (
    <div ref={holder} hidden>
      <PlanSheet gantt={gantt} rows={rows} fromMs={fromMs} toMs={toMs} title={titleOf(gantt, 'Schedule')} />
    </div>
  )
}

import { Link } from '@tanstack/react-router'
import type { Category } from '#contract/categories.ts'
import type { Operation } from '#contract/operations.ts'
import type { Project } from '#contract/projects.ts'
import { isOutside } from '#domain/categories/category-kind.ts'
import { SheetTable, sheetCell } from '#web/components/print/sheet-table.tsx'
import { QrCode } from '#web/components/qr-code/qr-code.tsx'
import { type DateSettings, formatShipDate, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatDuration } from '#web/lib/format-hours.ts'
import { formatNumber } from '#web/lib/format-number.ts'

const heads = ['Report', 'Operation', 'Work center', 'Planned start', 'Work', 'Notes']

/** The address that opens an operation on the shop floor, on a tablet or a phone. */
export const floorAddress = (operationId: string): string =>
  `${location.origin}/floor?${new URLSearchParams({ operation: operationId })}`

interface TravelerSheetProps {
  readonly project: Project
  readonly operations: readonly Operation[]
  readonly categories: readonly Category[]
  readonly dates: DateSettings
  /** Names the zone of the times if it is not the organization's; null otherwise. */
  readonly zoneNote: string | null
  readonly nowMs: number
  /** Whether it has the width of a phone: a list then takes the place of the table. */
  readonly isNarrow?: boolean
}

/** The operations of a project in their sequence, each with the code that opens it on the shop floor. */
export function TravelerSheet(props: TravelerSheetProps) {
  const { project, operations, categories, dates, zoneNote, nowMs, isNarrow = false } = props
  const centers = new Map(categories.map((category) => [category.categoryId, category]))
  const { projectNumber, projectName, customerName, plannedShipDate } = project
  const asOf = formatShortDateTime(new Date(nowMs).toISOString(), dates, nowMs)
  const facts = [
    customerName,
    plannedShipDate && `Ships ${formatShipDate(plannedShipDate, dates, nowMs)}`,
    `Plan as of ${asOf}`,
    zoneNote,
  ]
  const lines = operations.map((operation) => ({
    operation,
    words: wordsOf(operation, centers.get(operation.categoryId ?? ''), dates, nowMs),
  }))
  return (
    <>
      <h2 className="font-semibold text-page">
        #{projectNumber} {projectName || 'Unnamed Project'}
      </h2>
      <p className="mb-2 text-ink-2 text-label">{facts.filter(Boolean).join(' · ')}</p>
      {isNarrow ? <ul>{lines.map(narrowLine)}</ul> : <SheetTable heads={heads}>{lines.map(tableLine)}</SheetTable>}
    </>
  )
}

interface Line {
  readonly operation: Operation
  readonly words: ReturnType<typeof wordsOf>
}

const wordsOf = (operation: Operation, center: Category | undefined, dates: DateSettings, nowMs: number) => {
  const { partNumber, quantity, durationHours, scheduledStartDate } = operation
  const pieces = quantity === null ? null : `${formatNumber(quantity)} pcs`
  return {
    about: [partNumber, pieces].filter(Boolean).join(' · '),
    center: center?.name ?? 'No work center',
    start: scheduledStartDate ? formatShortDateTime(scheduledStartDate, dates, nowMs) : 'Not scheduled',
    work: formatDuration(durationHours, center !== undefined && isOutside(center)),
  }
}

/** Work that is done cannot be reported, so it has no code. */
const Code = ({ operation: { operationId, name, status } }: Pick<Line, 'operation'>) =>
  status === 'Completed' ? (
    'Done'
  ) : (
    <div className="w-24">
      <QrCode text={floorAddress(operationId)} label={`QR code that opens ${name} on the shop floor`} />
    </div>
  )

const tableLine = ({ operation, words }: Line) => (
  <tr key={operation.operationId}>
    <td className={sheetCell}>
      <Code operation={operation} />
    </td>
    <td className={`${sheetCell} wrap-anywhere`}>
      <b className="font-semibold">{operation.name}</b>
      <p>{words.about}</p>
      <p>{operation.description}</p>
    </td>
    <td className={`${sheetCell} wrap-break-word`}>{words.center}</td>
    <td className={`${sheetCell} whitespace-nowrap`}>{words.start}</td>
    <td className={`${sheetCell} whitespace-nowrap`}>{words.work}</td>
    <td className={`${sheetCell} whitespace-pre-line wrap-anywhere w-1/5`}>{operation.notes}</td>
  </tr>
)

/** On a phone, the work itself opens its card, because the phone cannot scan its own screen. */
const narrowLine = ({ operation, words }: Line) => (
  <li key={operation.operationId} className="flex gap-3 border-line border-t py-3">
    <div className="w-24 shrink-0">
      <Code operation={operation} />
    </div>
    <div className="min-w-0 grow wrap-anywhere">
      {operation.status === 'Completed' ? (
        <b className="font-semibold">{operation.name}</b>
      ) : (
        <Link
          to="/floor"
          search={{ operation: operation.operationId }}
          className="font-semibold text-primary-text underline"
        >
          {operation.name}
        </Link>
      )}
      <p>{words.about}</p>
      <p>{operation.description}</p>
      <p>
        {words.center} · {words.work}
      </p>
      <p>{words.start}</p>
      <p className="whitespace-pre-line text-ink-2">{operation.notes}</p>
    </div>
  </li>
)

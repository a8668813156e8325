import type { Category } from '#contract/categories.ts'
import type { Operation } from '#contract/operations.ts'
import type { Project } from '#contract/projects.ts'
import { isOutside } from '#domain/categories/category-kind.ts'
import { QrCode } from '#web/components/qr-code/qr-code.tsx'
import { type DateSettings, formatShipDate, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatDuration } from '#web/lib/format-hours.ts'
import { formatNumber } from '#web/lib/format-number.ts'

const heads = ['Report', 'Operation', 'Work center', 'Planned start', 'Work', 'Notes']
const cell = 'border-line-2 border-b px-1.5 py-1 text-left align-top'

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
}

/** The operations of a project in their sequence, each with the code that opens it on the shop floor. */
export function TravelerSheet({ project, operations, categories, dates, zoneNote, nowMs }: TravelerSheetProps) {
  const centers = new Map(categories.map((category) => [category.categoryId, category]))
  const { projectNumber, projectName, customerName, plannedShipDate } = project
  const asOf = formatShortDateTime(new Date(nowMs).toISOString(), dates, nowMs)
  const facts = [
    customerName,
    plannedShipDate && `Ships ${formatShipDate(plannedShipDate, dates, nowMs)}`,
    `Plan as of ${asOf}`,
    zoneNote,
  ]
  return (
    <>
      <h2 className="font-semibold text-page">
        #{projectNumber} {projectName || 'Unnamed Project'}
      </h2>
      <p className="mb-2 text-ink-2 text-label">{facts.filter(Boolean).join(' · ')}</p>
      <table className="w-full border-collapse text-label tabular-nums">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className={`${cell} font-semibold`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {operations.map((operation) => (
            <OperationLine
              key={operation.operationId}
              operation={operation}
              center={centers.get(operation.categoryId ?? '')}
              dates={dates}
              nowMs={nowMs}
            />
          ))}
        </tbody>
      </table>
    </>
  )
}

interface OperationLineProps extends Pick<TravelerSheetProps, 'dates' | 'nowMs'> {
  readonly operation: Operation
  readonly center: Category | undefined
}

/** Work that is done cannot be reported, so it has no code. */
function OperationLine({ operation, center, dates, nowMs }: OperationLineProps) {
  const { operationId, name, partNumber, description, quantity, durationHours, scheduledStartDate, notes } = operation
  const pieces = quantity === null ? null : `${formatNumber(quantity)} pcs`
  return (
    <tr>
      <td className={cell}>
        {operation.status === 'Completed' ? (
          'Done'
        ) : (
          <div className="w-24">
            <QrCode text={floorAddress(operationId)} label={`QR code that opens ${name} on the shop floor`} />
          </div>
        )}
      </td>
      <td className={`${cell} wrap-anywhere`}>
        <b className="font-semibold">{name}</b>
        <p>{[partNumber, pieces].filter(Boolean).join(' · ')}</p>
        <p>{description}</p>
      </td>
      <td className={`${cell} wrap-anywhere`}>{center?.name ?? 'No work center'}</td>
      <td className={`${cell} whitespace-nowrap`}>
        {scheduledStartDate ? formatShortDateTime(scheduledStartDate, dates, nowMs) : 'Not scheduled'}
      </td>
      <td className={`${cell} whitespace-nowrap`}>
        {formatDuration(durationHours, center !== undefined && isOutside(center))}
      </td>
      <td className={`${cell} whitespace-pre-line wrap-anywhere w-1/5`}>{notes}</td>
    </tr>
  )
}

import type { Category } from '#contract/categories.ts'
import type { Operation } from '#contract/operations.ts'
import type { Project } from '#contract/projects.ts'
import { type Paper, PrintSheet } from '#web/components/print/print-sheet.tsx'
import { QrCode } from '#web/components/qr-code/qr-code.tsx'
import { type DateSettings, formatShipDate, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatHours } from '#web/lib/format-hours.ts'

const heads = ['Operation', 'Work center', 'Planned start', 'Hours', 'Notes', 'Scan to report']
const cell = 'border-line-2 border-b px-1.5 py-1 text-left align-top'

export interface TravelerProps {
  readonly project: Project
  readonly operations: readonly Operation[]
  readonly categories: readonly Category[]
  readonly dates: DateSettings
  readonly nowMs: number
  readonly paper: Paper
  readonly onDone: () => void
}

/** The traveler of a project: its operations by the plan, each with a code that opens its card on the shop floor. */
export function TravelerSheet({ project, operations, categories, dates, nowMs, paper, onDone }: TravelerProps) {
  const centers = new Map(categories.map(({ categoryId, name }) => [categoryId, name]))
  return (
    <PrintSheet paper={paper} upright onDone={onDone}>
      <h1 className="font-semibold text-page">
        #{project.projectNumber} {project.projectName || 'Unnamed Project'}
      </h1>
      <p className="mb-2 text-ink-2 text-label">
        {[
          project.customerName,
          project.plannedShipDate && `ships ${formatShipDate(project.plannedShipDate, dates)}`,
          `printed ${formatShortDateTime(new Date(nowMs).toISOString(), dates, nowMs)}`,
        ]
          .filter(Boolean)
          .join(', ')}
      </p>
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
            <tr key={operation.operationId}>
              <td className={cell}>{operation.name}</td>
              <td className={cell}>{centers.get(operation.categoryId ?? '') ?? ''}</td>
              <td className={`${cell} whitespace-nowrap`}>
                {operation.scheduledStartDate && formatShortDateTime(operation.scheduledStartDate, dates, nowMs)}
              </td>
              <td className={cell}>{formatHours(operation.durationHours)}</td>
              <td className={`${cell} w-1/5`}>{operation.notes}</td>
              <td className={`${cell} w-1/5`}>
                <QrCode
                  text={`${location.origin}/floor?operation=${operation.operationId}`}
                  label={`Code of ${operation.name}`}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </PrintSheet>
  )
}

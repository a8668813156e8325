import type { ListedProject } from '#contract/projects.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { formatShipDate } from '#web/lib/format-date.ts'

/** Name, '#' and number, and the planned ship date if there is one. */
export function ShipDetails({ project }: { project: ListedProject }) {
  const dates = useDateSettings()
  return (
    <div className="rounded border border-line-2 bg-sunken px-3 py-2">
      <p className="font-semibold">{project.projectName || 'Unnamed Project'}</p>
      <p className="text-ink-3 tabular-nums">#{project.projectNumber}</p>
      {project.plannedShipDate !== null && (
        <p className="mt-1 text-ink-2 tabular-nums">
          Planned Ship Date: {formatShipDate(project.plannedShipDate, dates)}
        </p>
      )}
    </div>
  )
}

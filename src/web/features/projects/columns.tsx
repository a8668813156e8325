import type { Row } from '@tanstack/react-table'
import type { ListedProject } from '#contract/projects.ts'
import { projectPhases, projectStates } from '#contract/vocabulary.ts'
import { type ListFeatures, listColumns } from '#web/components/data-list/list-table.ts'
import { PhaseMark } from '#web/components/project-marks/phase-mark.tsx'
import { PriorityMark } from '#web/components/project-marks/priority-mark.tsx'
import { ProgressCell } from '#web/components/project-marks/progress-cell.tsx'
import { SlackBar } from '#web/components/project-marks/slack-bar.tsx'
import { slackDays } from '#web/components/project-marks/slack-scale.ts'
import { StateMark } from '#web/components/project-marks/state-mark.tsx'
import { formatHoursColumn } from '#web/lib/format-hours.ts'
import { DueCell, ForecastCell, NameCell, NowCell, ProjectedCell, RowMenuCell, ShipDateCell } from './cells.tsx'
import type { ListScene } from './list-scene.ts'

export type ProjectRow = Row<ListFeatures<ListedProject, ListScene>, ListedProject>

const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
/** '#9' before '#10', 'b' beside 'B'. */
const byText = (a: ProjectRow, b: ProjectRow, id: string) =>
  natural.compare(a.getValue<string>(id) ?? '', b.getValue<string>(id) ?? '')
const text = { sortFn: byText, sortUndefined: 'last' } as const
const amount = { sortFn: 'basic', sortUndefined: 'last', sortDescFirst: false } as const
const time = (instant: string | null) => (instant === null ? undefined : Date.parse(instant))

const helper = listColumns<ListedProject, ListScene>()

/** Columns in their order; the checkbox is the list's own, and what is optional is named in projects-search.ts. */
export const columns = helper.columns([
  helper.accessor('projectNumber', {
    id: 'number',
    header: 'Number',
    cell: ({ row }) => <span className="truncate text-ink-2 tabular-nums">#{row.original.projectNumber}</span>,
    meta: { widthPx: 60, stays: 'left-[3rem]' },
    ...text,
  }),
  helper.accessor('projectName', {
    id: 'name',
    header: 'Name',
    cell: NameCell,
    meta: { widthPx: 186, grows: 1, stays: 'left-[6.75rem]', lastSticky: true },
    ...text,
  }),
  helper.accessor(({ customerName }) => customerName || undefined, {
    id: 'customer',
    header: 'Customer',
    cell: ({ row }) => <span className="truncate text-ink-2">{row.original.customerName}</span>,
    meta: { widthPx: 160 },
    ...text,
  }),
  helper.accessor(({ state }) => projectStates.indexOf(state), {
    id: 'state',
    header: 'State',
    cell: ({ row }) => <StateMark state={row.original.state} />,
    meta: { widthPx: 116 },
    ...amount,
  }),
  helper.accessor(({ currentPhase }) => projectPhases.indexOf(currentPhase), {
    id: 'phase',
    header: 'Phase',
    cell: ({ row }) => <PhaseMark phase={row.original.currentPhase} />,
    meta: { widthPx: 110 },
    ...amount,
  }),
  helper.accessor('priority', {
    id: 'priority',
    header: 'Priority',
    cell: ({ row }) => <PriorityMark priority={row.original.priority} />,
    meta: { widthPx: 62 },
    ...amount,
    sortDescFirst: true,
  }),
  helper.accessor('progressPercentage', {
    id: 'progress',
    header: 'Progress',
    cell: ({ row }) => <ProgressCell percent={row.original.progressPercentage} name={row.original.projectName} />,
    meta: { widthPx: 120 },
    ...amount,
  }),
  helper.accessor(({ plannedShipDate }) => time(plannedShipDate), {
    id: 'shipDate',
    header: 'Ship date',
    cell: ShipDateCell,
    meta: { widthPx: 94 },
    ...amount,
  }),
  helper.display({
    id: 'due',
    header: 'Due',
    cell: DueCell,
    meta: { title: 'Days to ship date', widthPx: 100, hiddenHead: true },
  }),
  helper.accessor(({ projectedCompletionDate }) => time(projectedCompletionDate), {
    id: 'projected',
    header: 'Projected',
    cell: ProjectedCell,
    meta: { widthPx: 112 },
    ...amount,
  }),
  helper.accessor(({ forecastCompletionDate }) => time(forecastCompletionDate), {
    id: 'forecast',
    header: 'Forecast',
    cell: ForecastCell,
    meta: { widthPx: 94 },
    ...amount,
  }),
  helper.accessor((project) => slackDays(project) ?? undefined, {
    id: 'slack',
    header: 'Slack',
    cell: ({ row }) => <SlackBar project={row.original} />,
    meta: { widthPx: 174 },
    ...amount,
  }),
  helper.accessor(({ operationCount }) => operationCount, {
    id: 'operations',
    header: 'Ops',
    cell: ({ row: { original } }) => (
      <span className="tabular-nums">
        {original.completedOperationCount} / {original.operationCount}
      </span>
    ),
    meta: { title: 'Operations', widthPx: 66, end: true },
    ...amount,
  }),
  helper.accessor('hoursLeft', {
    id: 'hoursLeft',
    header: 'Hours left',
    cell: ({ row }) => <span className="tabular-nums">{formatHoursColumn(row.original.hoursLeft)}</span>,
    meta: { widthPx: 84, end: true },
    ...amount,
  }),
  helper.display({ id: 'now', header: 'Now', cell: NowCell, meta: { widthPx: 136, grows: 1 } }),
  helper.display({
    id: 'menu',
    header: 'Actions',
    cell: RowMenuCell,
    meta: { widthPx: 44, hiddenHead: true, onDemand: true },
  }),
])

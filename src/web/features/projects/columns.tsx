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
import {
  chanceCell,
  date80Cell,
  dueCell,
  forecastCell,
  nameCell,
  nowCell,
  projectedCell,
  RowMenu,
  shipDateCell,
} from './cells.tsx'
import type { ListScene } from './list-scene.ts'

type ProjectRow = Row<ListFeatures<ListedProject, ListScene>, ListedProject>

const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
/** Sorts '#9' before '#10' and ignores case. */
const byText = (a: ProjectRow, b: ProjectRow, id: string) =>
  natural.compare(a.getValue<string>(id) ?? '', b.getValue<string>(id) ?? '')
const text = { sortFn: byText, sortUndefined: 'last' } as const
const amount = { sortFn: 'basic', sortUndefined: 'last', sortDescFirst: false } as const
const time = (instant: string | null) => (instant === null ? undefined : Date.parse(instant))

const helper = listColumns<ListedProject, ListScene>()

/** Columns in order. The list adds the checkbox itself; projects-search.ts names the optional columns. */
export const columns = helper.columns([
  helper.accessor('projectNumber', {
    id: 'number',
    header: 'Number',
    meta: {
      widthPx: 60,
      stays: 'left-[3rem]',
      plain: (project) => <span className="truncate text-ink-2 tabular-nums">#{project.projectNumber}</span>,
    },
    ...text,
  }),
  helper.accessor('projectName', {
    id: 'name',
    header: 'Name',
    meta: { widthPx: 150, grows: 2, stays: 'left-[6.75rem]', lastSticky: true, plain: nameCell },
    ...text,
  }),
  helper.accessor(({ customerName }) => customerName || undefined, {
    id: 'customer',
    header: 'Customer',
    meta: { widthPx: 160, plain: (project) => <span className="truncate text-ink-2">{project.customerName}</span> },
    ...text,
  }),
  helper.accessor(({ state }) => projectStates.indexOf(state), {
    id: 'state',
    header: 'State',
    meta: { widthPx: 116, plain: (project) => <StateMark state={project.state} /> },
    ...amount,
  }),
  helper.accessor(({ currentPhase }) => projectPhases.indexOf(currentPhase), {
    id: 'phase',
    header: 'Phase',
    meta: { widthPx: 110, plain: (project) => <PhaseMark phase={project.currentPhase} /> },
    ...amount,
  }),
  helper.accessor('priority', {
    id: 'priority',
    header: 'Priority',
    meta: { widthPx: 62, plain: (project) => <PriorityMark priority={project.priority} /> },
    ...amount,
    sortDescFirst: true,
  }),
  helper.accessor('progressPercentage', {
    id: 'progress',
    header: 'Progress',
    meta: {
      widthPx: 108,
      plain: (project) => <ProgressCell percent={project.progressPercentage} name={project.projectName} />,
    },
    ...amount,
  }),
  helper.accessor(({ plannedShipDate }) => time(plannedShipDate), {
    id: 'shipDate',
    header: 'Ship date',
    meta: { widthPx: 94, plain: shipDateCell },
    ...amount,
  }),
  helper.display({
    id: 'due',
    header: 'Due',
    meta: { title: 'Days to ship date', widthPx: 100, hiddenHead: true, plain: dueCell },
  }),
  helper.accessor(({ projectedCompletionDate }) => time(projectedCompletionDate), {
    id: 'projected',
    header: 'Projected',
    meta: { widthPx: 112, plain: projectedCell },
    ...amount,
  }),
  helper.accessor(({ forecastCompletionDate }) => time(forecastCompletionDate), {
    id: 'forecast',
    header: 'Forecast',
    meta: { widthPx: 94, plain: forecastCell },
    ...amount,
  }),
  helper.accessor(({ odds }) => time(odds?.p80 ?? null), {
    id: 'date80',
    header: '80 % date',
    meta: { title: 'Finished by then with 80 % certainty', widthPx: 94, plain: date80Cell },
    ...amount,
  }),
  helper.accessor(({ odds }) => odds?.onTimeChance ?? undefined, {
    id: 'chance',
    header: 'Chance',
    meta: { title: 'Chance to ship on time', widthPx: 78, end: true, plain: chanceCell },
    ...amount,
  }),
  helper.accessor((project) => slackDays(project) ?? undefined, {
    id: 'slack',
    header: 'Slack',
    meta: { widthPx: 158, plain: (project) => <SlackBar project={project} /> },
    ...amount,
  }),
  helper.accessor(({ operationCount }) => operationCount, {
    id: 'operations',
    header: 'Ops',
    meta: {
      title: 'Operations',
      widthPx: 66,
      end: true,
      plain: (project) => (
        <span className="tabular-nums">
          {project.completedOperationCount} / {project.operationCount}
        </span>
      ),
    },
    ...amount,
  }),
  helper.accessor('hoursLeft', {
    id: 'hoursLeft',
    header: 'Hours left',
    meta: {
      widthPx: 84,
      end: true,
      plain: (project) => <span className="tabular-nums">{formatHoursColumn(project.hoursLeft)}</span>,
    },
    ...amount,
  }),
  helper.display({ id: 'now', header: 'Now', meta: { widthPx: 136, grows: 1, plain: nowCell } }),
  helper.display({
    id: 'menu',
    header: 'Actions',
    cell: ({ row }) => <RowMenu project={row.original} />,
    meta: { widthPx: 44, hiddenHead: true, controls: true, onDemand: true },
  }),
])

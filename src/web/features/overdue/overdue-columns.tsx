import { columnChoices } from '#web/components/data-list/list-table.ts'
import { CauseChip } from '#web/components/operation-table/cause-chip.tsx'
import { plainDash, plainEndDay, plainFigure, plainWorkCenter } from '#web/components/operation-table/cells.tsx'
import { behindDays, overdueDays } from '#web/components/operation-table/late-words.ts'
import type { ListSearch } from '#web/components/operation-table/list-search.ts'
import {
  columnHelper,
  dependencyColumns,
  forecastColumn,
  nameColumn,
  needByColumn,
  type OperationColumn,
  oddsColumns,
  priorityColumn,
  shipDateColumn,
  slackColumn,
  workTimeColumns,
} from '#web/components/operation-table/operation-columns.tsx'
import { operationStateLooks } from '#web/components/operation-table/operation-state-looks.ts'
import { RemedyButton } from '#web/components/operation-table/remedy-button.tsx'
import { SeverityMark } from '#web/components/operation-table/severity-mark.tsx'
import { ProgressCell } from '#web/components/project-marks/progress-cell.tsx'
import { formatDays } from '#web/lib/format-number.ts'
import { formatSlack } from '#web/lib/format-relation.ts'
import { Mark } from '#web/ui/mark.tsx'
import type { OverdueTab } from './overdue-search.ts'

const { accessor, display } = columnHelper

/** Columns in order. The id of a sortable column is its sort key. */
export const overdueColumns: readonly OperationColumn[] = columnHelper.columns([
  display({
    id: 'severity',
    header: 'Severity',
    cell: ({ row: { original } }) =>
      original.severity ? (
        <SeverityMark severity={original.severity} />
      ) : (
        <Mark kind={operationStateLooks[original.state].kind}>{operationStateLooks[original.state].word}</Mark>
      ),
    meta: { widthPx: 98 },
  }),
  nameColumn({ widthPx: 244, grows: 2 }),
  accessor('categoryName', {
    id: 'workCenter',
    header: 'Work center',
    meta: { widthPx: 108, plain: plainWorkCenter },
  }),
  priorityColumn,
  accessor('scheduledEndDate', {
    id: 'end',
    header: 'Scheduled end',
    meta: { widthPx: 100, plain: ({ scheduledEndDate }, scene) => plainEndDay(scheduledEndDate, scene) },
  }),
  display({
    id: 'endsBy',
    header: 'Should end by',
    meta: {
      widthPx: 100,
      title: 'Should have ended',
      plain: ({ endsByDate }, scene) => plainEndDay(endsByDate, scene),
    },
  }),
  accessor('daysOverdue', {
    id: 'daysOverdue',
    header: 'Overdue',
    meta: {
      title: 'Days overdue',
      widthPx: 76,
      end: true,
      plain: ({ daysOverdue }) => plainFigure(overdueDays(daysOverdue), 'font-semibold'),
    },
  }),
  forecastColumn,
  display({
    id: 'behind',
    header: 'Behind',
    meta: {
      title: 'Days behind plan',
      widthPx: 70,
      end: true,
      plain: (row, { dates }) => {
        const days = behindDays(row, dates.zone)
        return days === null ? plainDash : plainFigure(days, 'font-semibold')
      },
    },
  }),
  needByColumn,
  shipDateColumn,
  accessor('latenessDays', {
    id: 'lateness',
    header: 'Project',
    meta: {
      title: 'Lateness of the project',
      widthPx: 84,
      end: true,
      plain: ({ latenessDays: late }) => {
        if (late === null) return plainDash
        const words = late > 0 ? `${formatDays(late)} late` : formatSlack(-late)
        return plainFigure(words, late > 0 ? 'text-crit-text' : 'text-ink-2')
      },
    },
  }),
  slackColumn,
  ...oddsColumns,
  accessor('progressPercentage', {
    id: 'progress',
    header: 'Progress',
    cell: ({ row: { original } }) => <ProgressCell percent={original.progressPercentage} name={original.name} />,
    meta: { widthPx: 108 },
  }),
  display({
    id: 'cause',
    header: 'Cause',
    cell: ({ row }) => <CauseChip cause={row.original.cause} />,
    meta: { widthPx: 190, grows: 1 },
  }),
  display({
    id: 'remedy',
    header: 'Next step',
    cell: ({ row }) => <RemedyButton row={row.original} />,
    meta: { widthPx: 192, grows: 1 },
  }),
  ...workTimeColumns(),
  ...dependencyColumns({ last: true }),
  // Room for the buttons of a row, which float over its right end. They cover the dependency columns if those are shown.
  display({
    id: 'actionRoom',
    header: 'Actions',
    meta: { widthPx: 160, hiddenHead: true, last: true, plain: () => '' },
  }),
])

/** The menu "Display options" shows and hides the dependency columns together. */
export const overdueChoices = columnChoices(overdueColumns, ['name', 'waitsFor', 'holdsUp', 'actionRoom'])

const always = ['workCenter', 'forecast', 'progress', 'cause', 'remedy']
const usual: Record<OverdueTab, readonly string[]> = {
  overdue: ['severity', 'endsBy', 'daysOverdue', ...always],
  projectedLate: ['lateness', 'needBy', 'slack', 'shipDate', ...always],
  atRisk: ['needBy', 'slack', 'shipDate', ...always],
  behindPlan: ['severity', 'end', 'behind', ...always],
}
/** For each tab, the column that determines the order. */
const figure: Record<OverdueTab, string> = {
  overdue: 'daysOverdue',
  projectedLate: 'slack',
  atRisk: 'slack',
  behindPlan: 'behind',
}

/** The most important columns, for screens without room for all. */
export const decisionColumns = (tab: OverdueTab): readonly string[] => [figure[tab], 'cause', 'remedy']

/** Columns that repeat the heading of a project's group. */
const ofProject = ['lateness', 'shipDate']

/** The default columns of each tab, with the dates that determine which operations it lists. */
export const usualColumns = (tab: OverdueTab, groupBy: ListSearch['groupBy']): readonly string[] =>
  groupBy === 'project' ? usual[tab].filter((id) => !ofProject.includes(id)) : usual[tab]

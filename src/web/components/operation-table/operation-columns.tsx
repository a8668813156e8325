import type { OperationListRow } from '#contract/operation-lists.ts'
import type { ColumnLook } from '#web/components/data-list/column-style.ts'
import { type ListColumn, listColumns, type PlainCell } from '#web/components/data-list/list-table.ts'
import { NoOdds } from '#web/components/project-marks/no-odds.tsx'
import { chanceWords } from '#web/components/project-marks/odds-words.ts'
import { PriorityMark } from '#web/components/project-marks/priority-mark.tsx'
import { formatShortDateTime } from '#web/lib/format-date.ts'
import { formatHoursColumn } from '#web/lib/format-hours.ts'
import { formatDays } from '#web/lib/format-number.ts'
import { plainDash, plainDay, plainEndDay, plainFigure, plainName, plainText, WaitsForCell } from './cells.tsx'
import { shipDayMs } from './ship-day.ts'
import type { TableScene } from './table-scene.ts'

/** The server applies order, filters and windows; the table only lays out columns and the loaded rows. */
export const columnHelper = listColumns<OperationListRow, TableScene>()
export type OperationColumn = ListColumn<OperationListRow, TableScene>

const { accessor, display } = columnHelper

const waitingTitle = 'Includes waiting: only start and end are known'

/** The sticky column of the operation; `meta` contains its width. */
export const nameColumn = (meta: Pick<ColumnLook, 'widthPx' | 'grows'>) =>
  accessor('name', {
    id: 'name',
    header: 'Operation',
    meta: { ...meta, stays: 'left-[3rem]', lastSticky: true, plain: plainName },
  })

export const priorityColumn = accessor('priority', {
  id: 'priority',
  header: 'Priority',
  cell: ({ row }) => <PriorityMark priority={row.original.priority} />,
  meta: { widthPx: 66 },
})

export const shipDateColumn = accessor('dueDate', {
  id: 'shipDate',
  header: 'Ship date',
  meta: {
    widthPx: 94,
    plain: ({ dueDate }, scene) => plainDay(dueDate === null ? null : shipDayMs(dueDate), scene, 'text-ink-3'),
  },
})

/** The forecast end, marked if it is after the planned end. */
export const forecastColumn = display({
  id: 'forecast',
  header: 'Forecast end',
  meta: {
    widthPx: 98,
    plain: ({ forecastEndDate, behindPlan }, scene) =>
      plainEndDay(forecastEndDate, scene, behindPlan ? 'text-warn-text' : 'text-ink-2'),
  },
})

export const needByColumn = display({
  id: 'needBy',
  header: 'Need by',
  meta: {
    widthPx: 94,
    plain: ({ needByDate }, scene) => plainEndDay(needByDate, scene, 'text-ink-2'),
  },
})

/** Working days from the forecast end to the need-by date; a dash for completed work. */
export const slackColumn = accessor('slackDays', {
  id: 'slack',
  header: 'Slack',
  meta: {
    widthPx: 76,
    end: true,
    plain: ({ slackDays, state }) =>
      slackDays === null || state === 'completed' || state === 'closed'
        ? plainDash
        : plainFigure(formatDays(slackDays), slackDays < 0 ? 'text-crit-text' : 'text-ink-2'),
  },
})

/** Why there are no odds; a dash for work without a forecast. */
const plainNoOdds = ({ forecastEndDate, oddsGap }: OperationListRow): PlainCell =>
  forecastEndDate === null ? plainDash : plainText(<NoOdds gap={oddsGap} />)

/** The odds of each operation: the date by which it ends in 80 % of the samples, and the chance to end by its need-by date. */
export const oddsColumns = [
  accessor(({ odds }) => odds?.p80, {
    id: 'date80',
    header: '80 % date',
    meta: {
      title: 'Ends by then with 80 % certainty',
      widthPx: 94,
      plain: (row, scene) => (row.odds ? plainEndDay(row.odds.p80, scene, 'text-ink-2') : plainNoOdds(row)),
    },
  }),
  accessor(({ odds }) => odds?.needByChance, {
    id: 'chance',
    header: 'Chance',
    meta: {
      title: 'Chance to end by its need-by date',
      widthPx: 84,
      end: true,
      plain: (row) => {
        if (!row.odds) return plainNoOdds(row)
        const { needByChance } = row.odds
        return needByChance === null ? plainDash : plainFigure(chanceWords(needByChance), 'text-ink-2')
      },
    },
  }),
] as const

/** Actual hours, and when work on a started operation last ended. Hours that include waiting are marked. */
export const workTimeColumns = () =>
  [
    display({
      id: 'actualHours',
      header: 'Actual hours',
      meta: {
        widthPx: 104,
        end: true,
        plain: ({ actualHours, actualIncludesWaiting: waits }) =>
          actualHours === null
            ? plainDash
            : plainFigure(
                waits ? (
                  <span title={waitingTitle}>{formatHoursColumn(actualHours)} *</span>
                ) : (
                  formatHoursColumn(actualHours)
                ),
                waits ? 'text-ink-3' : '',
              ),
      },
    }),
    display({
      id: 'idleSince',
      header: 'Not worked on since',
      meta: {
        widthPx: 142,
        plain: ({ idleSince }, { dates, nowMs }) =>
          idleSince === null ? plainDash : plainFigure(formatShortDateTime(idleSince, dates, nowMs), 'text-ink-2'),
      },
    }),
  ] as const

/** Predecessors and successors; `holdsUp` says whether the column of successors is the last one. */
export const dependencyColumns = (holdsUp: Pick<ColumnLook, 'last'> = {}) =>
  [
    display({
      id: 'waitsFor',
      header: 'Waits for',
      cell: ({ row }) => <WaitsForCell row={row.original} />,
      meta: { widthPx: 76, end: true },
    }),
    display({
      id: 'holdsUp',
      header: 'Holds up',
      meta: {
        widthPx: 92,
        end: true,
        ...holdsUp,
        plain: ({ successorCount }) => (successorCount === 0 ? plainDash : plainFigure(successorCount, 'text-ink-2')),
      },
    }),
  ] as const

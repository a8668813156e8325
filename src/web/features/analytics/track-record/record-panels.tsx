import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { LearnedPacesAnswer } from '#contract/analytics.ts'
import type { TrackRecord } from '#contract/track-record.ts'
import { leastProjects } from '#domain/track-record/past-date.ts'
import { isMisleading, misleads, paceSentence } from '#web/components/learned-pace/pace-words.ts'
import { WorkCenterMark } from '#web/components/project-marks/work-center-mark.tsx'
import { formatCount, formatDays, formatPercent } from '#web/lib/format-number.ts'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { BarList } from '../charts/bar-list.tsx'
import { ColumnChart } from '../charts/column-chart.tsx'
import { Legend } from '../charts/legend.tsx'
import { FigurePanel } from '../figures/figure-panel.tsx'
import { paceTable } from '../paces/pace-table.ts'
import { CalibrationChart } from './calibration-chart.tsx'
import {
  calibrationTable,
  causeName,
  chanceName,
  chanceTable,
  errorTable,
  horizonName,
  outcomeTable,
} from './record-tables.ts'
import { errorWords, isEnough, outcomeWords, rangeWords, shareOf, tooLittle, weeksWords } from './record-words.ts'

type RecordProps = { record: TrackRecord }
const note = 'px-3 pb-3 text-ink-3 text-label'
const horizonChoices = ['all', '1', '2', '4'] as const
type HorizonChoice = (typeof horizonChoices)[number]

const CalibrationBody = ({ row }: { row: TrackRecord['calibration'][number] }) => {
  if (!isEnough(row)) return <p className="px-3 py-10 text-center text-ink-3">{tooLittle(row)}</p>
  const given = [
    [50, row.by50],
    [80, row.by80],
    [90, row.by90],
  ] as const
  const points = given.flatMap(([said, count]) => {
    const share = shareOf(count, row)
    return share ? [{ said, ...share }] : []
  })
  const within = shareOf(row.within, row)
  return (
    <>
      <CalibrationChart points={points} />
      <p className={note}>
        {formatCount(row.dates, 'date')} of {formatCount(row.projects, 'project')}. On the dashed line, as many came
        true as was said; the bars show where the true share is likely to lie.
        {within &&
          ` ${within.percent} % (${rangeWords(within)}) ended between their 10 % and 90 % dates; 80 % were expected.`}
      </p>
    </>
  )
}

/** The calibration curve of the odds, for all dates or for those given one, two or four weeks ahead. */
export function CalibrationPanel({ record }: RecordProps) {
  const [choice, setChoice] = useState<HorizonChoice>('all')
  const row = record.calibration.find(({ weeksAhead }) => String(weeksAhead ?? 'all') === choice)
  return (
    <FigurePanel title="Dates that came true, %" table={calibrationTable(record)}>
      <div className="px-3 pt-3">
        <SegmentedControl
          label="Given ahead"
          value={choice}
          segments={horizonChoices.map((value) => ({
            value,
            label: value === 'all' ? 'All' : weeksWords(Number(value)),
          }))}
          onChange={setChoice}
        />
      </div>
      {row && <CalibrationBody row={row} />}
    </FigurePanel>
  )
}

/** Where the true shares are likely to lie, and of what too little is known for a share. */
const chanceNote = (given: TrackRecord['chances']): string => {
  const likely = given.flatMap((row) => {
    const share = shareOf(row.onTime, row)
    return share ? [`Of chances of ${chanceName(row)}, the true share is likely ${rangeWords(share)}.`] : []
  })
  const few = given.every(isEnough) ? [] : [`Of fewer than ${leastProjects} projects, no share is shown.`]
  return [...likely, ...few].join(' ')
}

/** The chances that were given to ship on time, and how often projects were on time. */
export const ChancePanel = ({ record }: RecordProps) => {
  const given = record.chances.filter(({ dates }) => dates > 0).toReversed()
  return (
    <FigurePanel
      title="Chance to ship on time, % on time"
      table={chanceTable(record)}
      empty={given.length === 0 && 'Chances are compared once the ship dates of projects have passed.'}
      footer={given.length > 0 && <p className={note}>{chanceNote(given)}</p>}
    >
      <BarList
        rows={given.map((row) => {
          const share = shareOf(row.onTime, row)
          return {
            key: chanceName(row),
            name: `Chance ${chanceName(row)}`,
            value: share?.percent ?? 0,
            text: share ? formatPercent(share.percent) : `${row.onTime} of ${row.dates}`,
            title: `${row.onTime} of ${formatCount(row.dates, 'date')} of ${formatCount(row.projects, 'project')} on time`,
          }
        })}
      />
    </FigurePanel>
  )
}

const parts = [
  { name: 'At most 1 day', fill: 'var(--ok)' },
  { name: '2-3 days', fill: 'var(--h2)' },
  { name: '4-7 days', fill: 'var(--h4)' },
  { name: 'More than a week', fill: 'var(--h5)' },
] as const

/** How far forecast ends were off, by how far ahead they were given. */
export const ErrorPanel = ({ record }: RecordProps) => {
  const known = record.errors.filter(isEnough)
  const counts = known.map(({ dates, withinOne, withinThree, withinSeven }) =>
    [withinOne, withinThree - withinOne, withinSeven - withinThree, dates - withinSeven].map(
      (count) => Math.round((count / dates) * 1_000) / 10,
    ),
  )
  const most = Math.max(0, ...record.errors.map(({ projects }) => projects))
  return (
    <FigurePanel
      title="How far off, % of dates"
      table={errorTable(record)}
      empty={known.length === 0 && tooLittle({ dates: most, projects: most })}
      footer={
        known.length > 0 && (
          <ul aria-label="Forecasts by how far ahead they were made" className="flex flex-col gap-2 px-3 pb-3">
            {record.errors.map((error) => (
              <li key={error.weeksAhead}>
                <b>{horizonName(error.weeksAhead)}:</b> {errorWords(error)}
              </li>
            ))}
          </ul>
        )
      }
    >
      <ColumnChart
        keys={known.map(({ weeksAhead }) => String(weeksAhead))}
        names={known.map(({ weeksAhead }) => horizonName(weeksAhead))}
        series={parts.map(({ name, fill }, part) => ({
          name,
          fill,
          values: counts.map((values) => values[part] ?? 0),
        }))}
        height={200}
      />
      <Legend items={parts} />
    </FigurePanel>
  )
}

const shownCauses = 8

/** The causes that were named for projects forecast late, and whether these became late. */
export const OutcomePanel = ({ record }: RecordProps) => {
  const { causes } = record
  return (
    <FigurePanel
      title="Causes named, and what happened"
      table={outcomeTable(record)}
      empty={
        causes.length === 0 &&
        'When a project is forecast late, its main cause is stored. After its ship date, this shows whether it became late or recovered.'
      }
      footer={
        causes.length > 0 && (
          <p className={note}>
            Projects that were forecast late before their ship date, by the main cause named then. The table shows how
            many days late were forecast, and how many it became.
          </p>
        )
      }
    >
      <BarList
        rows={causes.slice(0, shownCauses).map((row) => ({
          key: row.workCenter?.categoryId ?? row.cause ?? '',
          name: row.workCenter ? (
            <WorkCenterMark color={row.workCenter.color}>{causeName(row)}</WorkCenterMark>
          ) : (
            causeName(row)
          ),
          value: row.projects,
          text: outcomeWords(row),
          title: `Forecast ${formatDays(row.medianForecastDays)} late, became ${formatDays(row.medianLateDays)} late`,
        }))}
      />
    </FigurePanel>
  )
}

const shownCenters = 5

/** The work centers whose estimates mislead most, which makes forecasts wrong. */
export const MisleadingPanel = ({ paces }: { paces: LearnedPacesAnswer }) => {
  const misleading = paces.workCenters
    .filter(({ pace }) => isMisleading(pace))
    .toSorted((a, b) => misleads(b.pace) - misleads(a.pace))
    .slice(0, shownCenters)
  return (
    <FigurePanel
      title="Misleading estimates"
      table={paceTable(paces)}
      actions={
        <Link to="/analytics" hash="estimates" className="text-primary-text hover:underline">
          Set estimates
        </Link>
      }
      empty={
        misleading.length === 0 &&
        (paces.workCenters.length === 0
          ? 'A work center appears here once eight of its operations have finished with an estimate and recorded hours.'
          : `Work takes about as long as estimated at ${formatCount(paces.workCenters.length, 'work center')} that is known.`)
      }
    >
      <ul aria-label="Misleading estimates" className="flex flex-col gap-2 p-3">
        {misleading.map(({ categoryId, name, color, pace }) => (
          <li key={categoryId}>
            <WorkCenterMark color={color}>
              <span className="whitespace-normal">{paceSentence(name, pace)}</span>
            </WorkCenterMark>
          </li>
        ))}
      </ul>
    </FigurePanel>
  )
}

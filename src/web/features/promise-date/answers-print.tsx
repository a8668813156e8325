import { useState } from 'react'
import type { PromiseAnswer, PromiseKind, PromiseQuestion } from '#contract/promise-date.ts'
import type { ListColumn } from '#web/components/data-list/list-table.ts'
import { RowsPrint } from '#web/components/print/rows-print.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { type DateSettings, dayOfEnd, formatShipDate, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { answerTitles, delayWords, limitWords, unplacedWords } from './answer-card.tsx'
import type { AnswerOdds } from './use-promise-odds.ts'

interface Scene {
  odds: Record<PromiseKind, AnswerOdds>
  dates: DateSettings
  nowMs: number
}

function Delays({ answer: { delayed, delayedCount } }: { answer: PromiseAnswer }) {
  if (delayedCount === 0) return 'No project'
  return (
    <ul>
      {delayed.map((project) => (
        <li key={project.projectId}>
          #{project.projectNumber} {project.projectName}: {delayWords(project)}
        </li>
      ))}
      {delayedCount > delayed.length && <li>and {formatCount(delayedCount - delayed.length, 'more project')}</li>}
    </ul>
  )
}

const columns: readonly ListColumn<PromiseAnswer, Scene>[] = [
  { id: 'answer', header: 'How', meta: { plain: ({ kind }) => answerTitles[kind] } },
  { id: 'priority', header: 'Priority', meta: { end: true, plain: ({ priority }) => priority } },
  {
    id: 'ship',
    header: 'Ship date',
    meta: {
      plain: ({ shipDate }, { dates, nowMs }) => (
        <b className="whitespace-nowrap font-semibold">
          {shipDate === null ? 'No date' : formatShipDate(shipDate, dates, nowMs)}
        </b>
      ),
    },
  },
  {
    id: 'date80',
    header: '80 % date',
    meta: {
      plain: ({ kind }, { odds, dates, nowMs }) => {
        const known = odds[kind].data?.odds
        return known ? formatShipDate(dayOfEnd(known.p80), dates, nowMs) : ''
      },
    },
  },
  {
    id: 'end',
    header: 'Last operation ends',
    meta: { plain: ({ completionDate }, { dates, nowMs }) => formatShortDateTime(completionDate, dates, nowMs) },
  },
  {
    id: 'limit',
    header: 'What limits it',
    meta: { plain: ({ limit, unplaced }) => (unplaced ? unplacedWords(unplaced) : limit ? limitWords(limit) : '') },
  },
  {
    id: 'delays',
    header: 'Delays',
    meta: { plain: (answer) => (answer.shipDate === null ? '' : <Delays answer={answer} />) },
  },
]

const idOf = ({ kind }: PromiseAnswer) => kind

type AnswersPrintProps = { answers: readonly PromiseAnswer[]; question: PromiseQuestion } & Pick<Scene, 'odds'>

/** Prints the dates for a question, and the projects that each of them delays. */
export function AnswersPrint({ answers, question, odds }: AnswersPrintProps) {
  const dates = useDateSettings()
  const [nowMs] = useState(Date.now)
  const { operations, priority, earliestStart } = question
  const filters = [
    formatCount(operations.length, 'operation'),
    `Priority ${priority}`,
    ...(earliestStart ? [`Not before ${formatShipDate(earliestStart, dates, nowMs)}`] : []),
  ]
  return (
    <RowsPrint
      columns={columns}
      idOf={idOf}
      filters={filters}
      title="Promise date"
      one="answer"
      rows={answers}
      scene={{ odds, dates, nowMs }}
    />
  )
}

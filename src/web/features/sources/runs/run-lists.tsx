import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type ChangeOfRun, type KeptValue, mostListedDifferences, type VanishedRecord } from '#contract/data-sources.ts'
import { fieldTitles } from '#domain/import/column-names.ts'
import { type ListColumn, listColumns, useListTable } from '#web/components/data-list/list-table.ts'
import { PlainList } from '#web/components/data-list/plain-list.tsx'
import { actionLooks } from '#web/components/import/import-columns.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { type DateSettings, formatDay } from '#web/lib/format-date.ts'
import { CountBadge } from '#web/ui/count-badge.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { vanishedActions } from '../source-words.ts'

interface Numbered {
  readonly id: string
}
const numbered = <T extends object>(items: readonly T[]): (T & Numbered)[] =>
  items.map((item, index) => ({ ...item, id: String(index) }))
const idOf = ({ id }: Numbered) => id

const linkClass = 'break-words text-primary-text hover:underline'
const text = (children: ReactNode) => ({ className: 'py-1.5 break-words', children })

/** '#1042 Pump frame', or only the number of a project that has no other name. */
const projectTitle = ({ projectNumber, projectName }: Pick<ChangeOfRun, 'projectNumber' | 'projectName'>): string =>
  projectName === projectNumber ? `#${projectNumber}` : `#${projectNumber} ${projectName}`

type Named = Pick<VanishedRecord, 'projectId' | 'projectNumber' | 'projectName' | 'operationId' | 'operationName'>

/** A project or an operation as a link to it. */
const RecordLink = ({ projectId, projectNumber, projectName, operationId, operationName }: Named) => (
  <>
    {operationId === null ? (
      <Link to="/projects/$projectId" params={{ projectId }} className={linkClass}>
        {projectTitle({ projectNumber, projectName })}
      </Link>
    ) : (
      <>
        <Link
          to="/projects/$projectId/operations/$operationId"
          params={{ projectId, operationId }}
          className={linkClass}
        >
          {operationName}
        </Link>
        <span className="block text-ink-3 text-label">{projectTitle({ projectNumber, projectName })}</span>
      </>
    )}
  </>
)

const notAll = (count: number) => count >= mostListedDifferences && `The first ${mostListedDifferences} are listed.`

const Note = ({ children }: { children: ReactNode }) => children && <p className="px-3 py-2 text-ink-3">{children}</p>

const vanishedColumns = listColumns<VanishedRecord & Numbered, { isAhead: boolean }>()
const vanishedList: readonly ListColumn<VanishedRecord & Numbered, { isAhead: boolean }>[] = [
  vanishedColumns.display({
    id: 'record',
    header: 'Project or operation',
    meta: { namesRow: true, classes: 'w-full max-w-0', plain: (record) => text(<RecordLink {...record} />) },
  }),
  vanishedColumns.display({
    id: 'action',
    header: 'What happens',
    meta: {
      classes: 'whitespace-nowrap',
      plain: ({ action }, { isAhead }) =>
        isAhead && action !== 'keep' ? `Would be ${vanishedActions[action].toLowerCase()}` : vanishedActions[action],
    },
  }),
]

/** The records that the file no longer has, and what the run did with them. */
export function VanishedPanel({ vanished, isAhead }: { vanished: readonly VanishedRecord[]; isAhead: boolean }) {
  const table = useListTable({ columns: vanishedList, rows: numbered(vanished), idOf })
  return (
    <Panel title="No longer in the file" meta={<CountBadge count={vanished.length} />}>
      <PlainList table={table} scene={{ isAhead }} />
      <Note>{notAll(vanished.length)}</Note>
    </Panel>
  )
}

interface WithDates {
  readonly dates: DateSettings
}

/** A text of a table, with days as the reader writes them. */
const cellWords = (cell: string, { dates }: WithDates): string => {
  if (cell === '') return '(empty)'
  return /^\d{4}-\d{2}-\d{2}$/.test(cell) ? formatDay(cell, dates) : cell
}

const keptColumns = listColumns<KeptValue & Numbered, WithDates>()
const keptList: readonly ListColumn<KeptValue & Numbered, WithDates>[] = [
  keptColumns.display({
    id: 'record',
    header: 'Project or operation',
    meta: { namesRow: true, plain: (record) => text(<RecordLink {...record} />) },
  }),
  keptColumns.display({ id: 'field', header: 'Column', meta: { plain: ({ field }) => text(fieldTitles[field]) } }),
  keptColumns.display({
    id: 'ours',
    header: 'Here',
    meta: { plain: ({ ours }, scene) => text(cellWords(ours, scene)) },
  }),
  keptColumns.display({
    id: 'theirs',
    header: 'In the file',
    meta: { plain: ({ theirs }, scene) => text(cellWords(theirs, scene)) },
  }),
]

/** The values that were changed here and stay, beside those of the file. */
export function KeptPanel({ kept }: { kept: readonly KeptValue[] }) {
  const dates = useDateSettings()
  const table = useListTable({ columns: keptList, rows: numbered(kept), idOf })
  return (
    <Panel title="Kept as changed here" meta={<CountBadge count={kept.length} />}>
      <PlainList table={table} scene={{ dates }} />
      <Note>{notAll(kept.length)}</Note>
    </Panel>
  )
}

const changeColumns = listColumns<ChangeOfRun & Numbered, WithDates>()
const changeList: readonly ListColumn<ChangeOfRun & Numbered, WithDates>[] = [
  changeColumns.display({
    id: 'action',
    header: 'Action',
    meta: { plain: ({ action }) => <Mark kind={actionLooks[action].kind}>{actionLooks[action].word}</Mark> },
  }),
  changeColumns.display({
    id: 'record',
    header: 'Project or operation',
    meta: {
      namesRow: true,
      plain: ({ projectNumber, projectName, operationName }) =>
        text(
          <>
            {operationName ?? projectTitle({ projectNumber, projectName })}
            {operationName !== null && (
              <span className="block text-ink-3 text-label">{projectTitle({ projectNumber, projectName })}</span>
            )}
          </>,
        ),
    },
  }),
  changeColumns.display({
    id: 'changes',
    header: 'Changes',
    meta: {
      plain: ({ action, changes }, scene) =>
        text(
          action === 'create'
            ? changes.map(({ field, after }) => `${field}: ${cellWords(after, scene)}`).join(', ')
            : changes.map(({ field, before, after }) => (
                <span key={field} className="block break-words">
                  {field}: {cellWords(before, scene)} → {cellWords(after, scene)}
                </span>
              )),
        ),
    },
  }),
]

/** What a waiting run would create and change. */
export function ChangesPanel({ changes }: { changes: readonly ChangeOfRun[] }) {
  const dates = useDateSettings()
  const table = useListTable({ columns: changeList, rows: numbered(changes), idOf })
  return (
    <Panel title="What it would change" meta={<CountBadge count={changes.length} />}>
      <PlainList table={table} scene={{ dates }} />
      <Note>{notAll(changes.length)}</Note>
    </Panel>
  )
}

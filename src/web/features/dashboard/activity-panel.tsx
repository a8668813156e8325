import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ActivityEntry, Dashboard } from '#contract/dashboard.ts'
import {
  changeWords,
  type HistoryReader,
  runWords,
  statusLinkWords,
} from '#web/components/record-history/change-words.ts'
import type { DateSettings } from '#web/lib/format-date.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { timeAgo } from '#web/lib/format-relation.ts'
import { Panel } from '#web/ui/panel.tsx'

const verbs = { create: 'added', update: 'changed', delete: 'removed' } as const

const entityNames: Partial<Record<ActivityEntry['entry']['entity'], string>> = {
  project: 'Project',
  operation: 'Operation',
  category: 'Work center',
  shift: 'Shift pattern',
  holiday: 'Holiday',
  holidayTemplate: 'Holiday template',
  calendarException: 'Overtime, downtime or capacity',
  organisation: 'Organization settings',
  user: 'User',
}

const ownName = ({ entry: { changes }, operationName, projectName }: ActivityEntry): string | null => {
  const named = changes.find(({ field }) => field === 'name' || field === 'projectName')
  return operationName ?? projectName ?? (named ? String(named.to ?? named.from) : null)
}

/** A yes/no setting reads as a question with its answer. */
const isAnswer = (value: string): boolean => value === 'yes' || value === 'no'

/** 'Weld frame #1042: Progress 40 %', 'Shift pattern Days changed', 'Schedule all: 150 operations moved, 5 projects late'. */
const sentence = (item: ActivityEntry, reader: HistoryReader): string => {
  const { entry, projectNumber, more } = item
  const subject = [ownName(item) ?? entityNames[entry.entity] ?? 'Something', projectNumber && `#${projectNumber}`]
    .filter(Boolean)
    .join(' ')
  const run = runWords(entry)
  if (run !== null) return run
  const [change] = entry.action === 'update' ? changeWords(entry, reader) : []
  const shared = statusLinkWords(entry)
  const what = change ? `${change.field}${isAnswer(change.to) ? ':' : ''} ${change.to}` : shared
  const said = what === null ? `${subject} ${verbs[entry.action]}` : `${subject}: ${what}`
  return more > 0 ? `${said}, and ${formatNumber(more)} more` : said
}

const Target = ({ entry, children }: { entry: ActivityEntry['entry']; children: ReactNode }) => {
  if (entry.projectId === null || (entry.entity === 'project' && entry.action === 'delete')) {
    return <span className="wrap-anywhere">{children}</span>
  }
  return (
    <Link to="/projects/$projectId" params={{ projectId: entry.projectId }} className="wrap-anywhere hover:underline">
      {children}
    </Link>
  )
}

/** The latest changes, one entry per request: the change in as many lines as it needs, with author and time below. */
export const ActivityPanel = ({
  activity,
  dates,
  nowMs,
}: {
  activity: Dashboard['activity']
  dates: DateSettings
  nowMs: number
}) => (
  <Panel title="Recent activity">
    {activity.length === 0 && <p className="px-3 py-6 text-center text-ink-3">No activity yet.</p>}
    <ul className="py-1">
      {activity.map((item) => (
        <li key={item.entry.historyId} className="flex flex-col px-3 py-1.5">
          <Target entry={item.entry}>{sentence(item, { dates, nowMs, names: new Map() })}</Target>
          <span className="text-ink-3 text-label">
            {item.entry.userName}, {timeAgo(item.entry.at, dates.zone, nowMs)}
          </span>
        </li>
      ))}
    </ul>
  </Panel>
)

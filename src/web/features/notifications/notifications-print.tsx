import type { Notification } from '#contract/notifications.ts'
import type { ListColumn } from '#web/components/data-list/list-table.ts'
import { RowsPrint } from '#web/components/print/rows-print.tsx'
import { type DateSettings, formatDay, formatShortDateTime } from '#web/lib/format-date.ts'
import type { NotificationFilter } from './notification-filter.ts'
import { typeWords } from './notification-row.tsx'
import { wordsOf } from './words.ts'

export const printedTitle = 'Notifications'

interface Scene {
  dates: DateSettings
  nowMs: number
}

const columns: readonly ListColumn<Notification, Scene>[] = [
  {
    id: 'when',
    header: 'When',
    meta: {
      plain: ({ timestamp }, { dates, nowMs }) => ({
        className: 'whitespace-nowrap',
        children: formatShortDateTime(timestamp, dates, nowMs),
      }),
    },
  },
  { id: 'kind', header: 'Kind', meta: { plain: ({ type }) => typeWords[type] } },
  { id: 'about', header: 'About', meta: { plain: ({ category }) => category } },
  {
    id: 'what',
    header: 'What',
    meta: {
      plain: (notification, { dates }) => {
        const { title, message } = wordsOf(notification, dates)
        return (
          <span className="whitespace-pre-line">
            <b className="font-semibold">{title}</b>
            {message && `\n${message}`}
          </span>
        )
      },
    },
  },
  { id: 'who', header: 'From', meta: { plain: (notification, { dates }) => wordsOf(notification, dates).from ?? '' } },
  { id: 'read', header: 'Read', meta: { plain: ({ read }) => (read ? 'Read' : 'Unread') } },
]

const idOf = ({ id }: Notification) => id

const filterWords = ({ types, categories, read, start, end }: NotificationFilter, dates: DateSettings): string[] => [
  ...(read === null ? [] : [read ? 'Read' : 'Unread']),
  ...(types.length > 0 ? [`Kind is ${types.map((type) => typeWords[type]).join(', ')}`] : []),
  ...(categories.length > 0 ? [`About is ${categories.join(', ')}`] : []),
  ...(start ? [`From ${formatDay(start, dates)}`] : []),
  ...(end ? [`To ${formatDay(end, dates)}`] : []),
]

type NotificationsPrintProps = Scene & { filter: NotificationFilter; notifications: readonly Notification[] }

/** Prints the notifications that pass the filter. */
export const NotificationsPrint = ({ filter, notifications, dates, nowMs }: NotificationsPrintProps) => (
  <RowsPrint
    columns={columns}
    idOf={idOf}
    title={printedTitle}
    one="notification"
    rows={notifications}
    filters={filterWords(filter, dates)}
    scene={{ dates, nowMs }}
  />
)

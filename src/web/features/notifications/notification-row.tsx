import { Flag } from 'lucide-react'
import { useState } from 'react'
import type { Notification } from '#contract/notifications.ts'
import { classNames } from '#web/lib/class-names.ts'
import { type DateSettings, formatTime } from '#web/lib/format-date.ts'
import { Chip } from '#web/ui/chip.tsx'
import { markOf } from '#web/ui/mark.tsx'
import { statusKinds } from '#web/ui/status-kinds.ts'
import { toneSurface } from '#web/ui/tones.ts'
import { innerPath } from './use-open-subject.ts'
import { wordsOf } from './words.ts'

export const typeWords = { info: 'Information', success: 'Success', warning: 'Warning', error: 'Error' } as const

/** About four lines of text. */
const shownCharacters = 180

type NotificationRowProps = {
  notification: Notification
  dates: DateSettings
  onOpen: () => void
  onAction: (action: string) => void
}

/** The text of a notification. A long one starts with its first lines. */
function Message({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(false)
  return (
    <>
      {text && (
        <p className={classNames('wrap-anywhere whitespace-pre-line text-ink-2', !isWhole && 'line-clamp-4')}>{text}</p>
      )}
      {!isWhole && text.length > shownCharacters && (
        <button
          type="button"
          className="relative min-h-6 text-label text-primary-text hover:underline"
          onClick={() => setIsWhole(true)}
        >
          Show all
        </button>
      )}
    </>
  )
}

/** One notification. A press marks it as read and opens its subject. Unread ones are tinted, bold and have a dot. */
export function NotificationRow({ notification, dates, onOpen, onAction }: NotificationRowProps) {
  const { type, category, priority, timestamp, read, subject } = notification
  const { title, message, from } = wordsOf(notification, dates)
  const { tone, Icon } = markOf(statusKinds[type])
  // The row itself opens the subject, so an action that does the same is left out.
  const actions = subject ? [] : notification.actions.filter(({ action }) => innerPath(action) !== null)
  return (
    <li
      className={classNames(
        'relative flex gap-3 border-line border-b px-3.5 py-2.5 has-[button:hover]:bg-hover',
        !read && 'bg-primary-tint',
      )}
    >
      <span
        role="img"
        aria-label={`${typeWords[type]}, ${category}`}
        className={classNames(
          'mt-0.5 flex size-6 shrink-0 items-center justify-center rounded border [&_svg]:size-3.5',
          toneSurface[tone],
        )}
      >
        <Icon />
      </span>
      <div className="min-w-0 grow">
        <div className="flex items-start gap-2">
          <button
            type="button"
            className={classNames(
              'wrap-anywhere min-w-0 grow text-left after:absolute after:inset-0 focus-visible:-outline-offset-2',
              !read && 'font-semibold',
            )}
            onClick={onOpen}
          >
            {title}
            {!read && <span className="sr-only">, unread</span>}
          </button>
          <time dateTime={timestamp} className="shrink-0 text-ink-3 text-label leading-5 tabular-nums">
            {formatTime(timestamp, dates)}
          </time>
          <span
            aria-hidden="true"
            className={classNames('mt-1.5 size-2 shrink-0 rounded-full', !read && 'bg-primary')}
          />
        </div>
        <Message text={message} />
        {(from || priority === 'high' || actions.length > 0) && (
          <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
            {priority === 'high' && (
              <Chip tone="late" icon={<Flag />}>
                High Priority
              </Chip>
            )}
            {from && <span className="text-ink-3 text-label">From {from}</span>}
            {actions.map(({ label, action }) => (
              <button
                key={`${label} ${action}`}
                type="button"
                className="relative min-h-6 text-label text-primary-text hover:underline"
                onClick={() => onAction(action)}
              >
                {label}
              </button>
            ))}
          </div>
        )}
      </div>
    </li>
  )
}

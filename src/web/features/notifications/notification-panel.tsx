import { PenLine } from 'lucide-react'
import { useId, useState } from 'react'
import type { Notification } from '#contract/notifications.ts'
import { PrintMenu } from '#web/components/print/print-menu.tsx'
import { useLiveState } from '#web/live/live-state.ts'
import { useWaitingNotes } from '#web/live/outbox.ts'
import { useNotifications } from '#web/stores/notifications.ts'
import { Button } from '#web/ui/button.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { NoteForm } from './note-form.tsx'
import { type NotificationFilter, type NotificationTab, noFilter, readOfTab, tabOfRead } from './notification-filter.ts'
import { NotificationList } from './notification-list.tsx'
import { printedTitle } from './notifications-print.tsx'
import { PopoverHead } from './popover-head.tsx'
import { useOpenSubject } from './use-open-subject.ts'

type NotificationPanelProps = {
  notifications: readonly Notification[]
  unread: number
  onClose: () => void
}

/** The content of the popover: the list with its tabs and filters, or the form for a note. */
export function NotificationPanel({ notifications, unread, onClose }: NotificationPanelProps) {
  const filtersId = useId()
  const panelId = useId()
  const [filter, setFilter] = useState<NotificationFilter>(noFilter)
  const [filtersOpen, setFiltersOpen] = useState(false)
  const [writing, setWriting] = useState(false)
  const { open, follow } = useOpenSubject()
  const isLive = useLiveState(({ state }) => state === 'open' || state === 'connecting')
  const refusal = useNotifications((notifications) => notifications.refusal)
  const waiting = useWaitingNotes()
  const change = (part: Partial<NotificationFilter>) => setFilter({ ...filter, ...part })
  const clearFilter = () => setFilter({ ...noFilter, read: filter.read })
  if (writing) return <NoteForm onDone={() => setWriting(false)} />
  return (
    <>
      <PopoverHead
        total={notifications.length}
        unread={unread}
        filtersOpen={filtersOpen}
        filtersId={filtersId}
        onToggleFilters={() => setFiltersOpen(!filtersOpen)}
      />
      <Tabs<NotificationTab>
        label="Which notifications"
        className="px-3.5"
        panelId={panelId}
        value={tabOfRead(filter.read)}
        tabs={[
          { value: 'all', label: 'All' },
          { value: 'unread', label: `Unread (${unread})` },
          { value: 'archived', label: 'Archived' },
        ]}
        onChange={(tab) => change({ read: readOfTab[tab] })}
      />
      {filtersOpen && <FilterPanel id={filtersId} filter={filter} onChange={change} onClear={clearFilter} />}
      <div id={panelId} role="tabpanel" aria-label="Notifications" className="max-h-100 min-h-0 grow overflow-y-auto">
        <NotificationList
          filter={filter}
          onClearFilter={clearFilter}
          onOpen={(notification) => open(notification) && onClose()}
          onAction={(notification, action) => {
            follow(notification, action)
            onClose()
          }}
        />
      </div>
      <div className="flex min-h-10 items-center gap-2 border-line-2 border-t px-2 py-1">
        <Button variant="ghost" size="small" icon={<PenLine />} onClick={() => setWriting(true)}>
          Write to the team
        </Button>
        <span role="status" className="ml-auto pr-1.5 text-ink-3 text-label">
          {waiting > 0 ? `${waiting} to be sent` : (refusal ?? (!isLive && 'Reconnecting…'))}
        </span>
        <PrintMenu size="small" title={printedTitle} />
      </div>
    </>
  )
}

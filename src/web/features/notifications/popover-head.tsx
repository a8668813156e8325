import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Bell, BellOff, CheckCheck, SlidersHorizontal, Trash2 } from 'lucide-react'
import {
  clearNotificationsMutation,
  readAllNotificationsMutation,
} from '#web/api/notifications/notifications.mutations.ts'
import { toggleNotificationSound, useNotifications } from '#web/stores/notifications.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

type PopoverHeadProps = {
  total: number
  unread: number
  filtersOpen: boolean
  filtersId: string
  onToggleFilters: () => void
}

/** The title and the actions on all notifications. */
export function PopoverHead({ total, unread, filtersOpen, filtersId, onToggleFilters }: PopoverHeadProps) {
  const client = useQueryClient()
  const sound = useNotifications(({ sounds }) => sounds)
  const readAll = useMutation(readAllNotificationsMutation(client))
  const clear = useMutation(clearNotificationsMutation(client))
  return (
    <div className="flex items-center gap-1 pt-2 pr-2 pl-3.5">
      <h2 className="mr-auto font-semibold text-lead">Notifications</h2>
      <IconButton
        label={sound ? 'Mute' : 'Unmute'}
        icon={sound ? <Bell /> : <BellOff />}
        onClick={toggleNotificationSound}
      />
      <IconButton
        label="Mark all as read"
        icon={<CheckCheck />}
        disabledReason={unread === 0 && 'no unread notifications'}
        onClick={() => readAll.mutate()}
      />
      <IconButton
        label="Clear all"
        icon={<Trash2 />}
        disabledReason={total === 0 && 'no notifications'}
        onClick={() => clear.mutate()}
      />
      <Button
        variant="ghost"
        icon={<SlidersHorizontal />}
        aria-expanded={filtersOpen}
        aria-controls={filtersId}
        onClick={onToggleFilters}
      >
        {filtersOpen ? 'Hide Filters' : 'Show Filters'}
      </Button>
    </div>
  )
}

import { useEffect, useEffectEvent } from 'react'
import type { Notification } from '#contract/notifications.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { onArrival } from '#web/stores/arrivals.ts'
import { useNotificationSound } from '#web/stores/notification-sound.ts'
import { announce } from '#web/ui/live-region.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useOpenSubject } from './use-open-subject.ts'
import { wordsOf } from './words.ts'

/** What a new notification does at once: a sound, a toast for high priority, a word to whoever listens. */
export const useArrivals = (): void => {
  const dates = useDateSettings()
  const { open } = useOpenSubject()
  const arrive = useEffectEvent((notification: Notification) => {
    const { title } = wordsOf(notification, dates)
    // Specification 4.8: the sound is only logged.
    if (useNotificationSound.getState().on && notification.type !== 'info') {
      console.info(`Notification sound: ${notification.type}`)
    }
    if (notification.priority !== 'high') return announce(`New notification: ${title}`)
    const kind = notification.type === 'warning' ? 'info' : notification.type
    toast[kind](title, {
      action: { label: notification.subject ? 'Open' : 'Mark as read', onClick: () => void open(notification) },
    })
  })
  useEffect(() => onArrival((notification) => arrive(notification)), [])
}

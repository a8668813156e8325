import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Notification } from '#contract/notifications.ts'
import { floorReportsAnchor, operationPath } from '#domain/notifications/notification-actions.ts'
import { readNotificationMutation } from '#web/api/notifications/notifications.mutations.ts'
import { openRun } from '#web/components/scheduling-run/opened-run.ts'

/** The action of a notification if it is a path inside the product; null for any other address. */
export const innerPath = (action: string): string | null => (/^\/(?![/\\])/.test(action) ? action : null)

/** Marks a notification as read and opens its subject. */
export const useOpenSubject = () => {
  const navigate = useNavigate()
  const read = useMutation(readNotificationMutation(useQueryClient()))

  const markRead = ({ id, read: isRead }: Notification) => {
    if (!isRead) read.mutate(id)
  }
  const goTo = (path: string | null) => {
    if (path !== null) void navigate({ href: path })
  }
  return {
    /** Returns true if the notification has a subject that was opened. */
    open: (notification: Notification): boolean => {
      markRead(notification)
      const { subject } = notification
      if (subject?.kind === 'run') openRun(subject.runId)
      else if (subject?.kind === 'proposal') goTo(`/proposals/${subject.proposalId}`)
      else if (subject?.kind === 'accessRequests') goTo('/admin-access')
      else if (subject?.kind === 'signIns') goTo('/profile')
      else if (subject?.kind === 'projects') goTo('/projects')
      else if (subject?.kind === 'project') goTo(`/projects/${subject.projectId}`)
      else if (subject?.kind === 'operation') goTo(operationPath(subject))
      else if (subject?.kind === 'scrap') goTo(`${operationPath(subject)}#${floorReportsAnchor}`)
      return subject !== null
    },
    follow: (notification: Notification, action: string) => {
      markRead(notification)
      goTo(innerPath(action))
    },
  }
}

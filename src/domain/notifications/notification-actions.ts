import type { NotificationAction, NotificationSubject } from '#contract/notifications.ts'

const view = (label: string, action: string): NotificationAction[] => [{ label, variant: 'text', action }]

/** Links of a notification, as paths inside the product. */
export const notificationActions = (subject: NotificationSubject | null): NotificationAction[] => {
  switch (subject?.kind) {
    case 'project':
      return view('View project', `/projects/${subject.projectId}`)
    case 'projects':
      return view('View projects', '/projects')
    case 'operation':
      return view('View operation', `/projects/${subject.projectId}/operations/${subject.operationId}`)
    case 'run':
      return view('View schedule', '/schedule')
    case 'proposal':
      return view('View proposal', `/proposals/${subject.proposalId}`)
    case 'accessRequests':
      return view('View requests', '/admin-access')
    case 'signIns':
      return view('View sign-ins', '/profile')
    case undefined:
      return []
  }
}

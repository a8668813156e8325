import type { NotificationAction, NotificationSubject } from '#contract/notifications.ts'

const view = (label: string, action: string): NotificationAction[] => [{ label, variant: 'text', action }]

/** The part of an operation page that shows what the floor reported, with the rework of scrap. */
export const floorReportsAnchor = 'floor-reports'

export const operationPath = ({ projectId, operationId }: { projectId: string; operationId: string }): string =>
  `/projects/${projectId}/operations/${operationId}`

/** Links of a notification, as paths inside the product. */
export const notificationActions = (subject: NotificationSubject | null): NotificationAction[] => {
  switch (subject?.kind) {
    case 'project':
      return view('View project', `/projects/${subject.projectId}`)
    case 'projects':
      return view('View projects', '/projects')
    case 'operation':
      return view('View operation', operationPath(subject))
    case 'scrap':
      return [
        ...view('View operation', operationPath(subject)),
        ...view('Propose rework', `${operationPath(subject)}#${floorReportsAnchor}`),
      ]
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

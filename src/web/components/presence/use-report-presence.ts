import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { PresenceScreen } from '#contract/live-events.ts'
import { setLiveState, type ViewedPage } from '#web/live/live-state.ts'

const screens: Record<string, PresenceScreen> = {
  '': 'dashboard',
  projects: 'projects',
  kanban: 'kanban',
  schedule: 'schedule',
  analytics: 'analytics',
  'overdue-operations': 'overdue',
  operations: 'operations',
  admin: 'admin',
  'admin-access': 'admin',
}
const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

/** What colleagues see about a path: the screen, and the project if there is one. */
export const pageOf = (path: string): ViewedPage => {
  const [first = '', second, third] = path.split('/').slice(1)
  if (first === 'projects' && second && uuid.test(second)) {
    return { projectId: second.toLowerCase(), screen: third === 'operations' ? 'operation' : 'project' }
  }
  return { projectId: null, screen: screens[first] ?? 'other' }
}

/** Reports the screen of this tab to colleagues while the component is mounted. */
export const useReportPresence = (): void => {
  const path = useLocation({ select: ({ pathname }) => pathname })
  useEffect(() => setLiveState({ page: pageOf(path) }), [path])
}

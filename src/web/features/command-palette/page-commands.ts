import type { Page } from '#web/components/navigation/page-at.ts'

/** Descriptions beside the names of screens in the palette. The search covers them too. */
export const pageDescriptions: Record<Page['to'], string> = {
  '/': 'What needs a decision today',
  '/projects': 'All projects with dates, state and slack',
  '/kanban': 'Project lifecycle by phase or status',
  '/schedule': 'Gantt and timeline',
  '/analytics': 'Load, delivery and causes of lateness',
  '/overdue-operations': 'Late work to reschedule',
  '/operations': 'All operations',
  '/admin': 'Users, work centers, organization',
  '/tenant-selection': 'Work in another organization',
  '/profile': 'Name, password, sessions',
  '/settings': 'Appearance, dates, notifications',
  '/shift-patterns': 'Working time: shift patterns',
  '/holidays': 'Working time: holidays and templates',
  '/proposals': 'Changes to try before applying them',
  '/promise-date': 'When could we ship this? Three dates for new work',
  '/assistants': 'Connect an AI assistant (MCP), and what it asked and did',
  '/sources': 'Imports that repeat by themselves: from a folder, an address, or pushed',
  '/history': 'Who changed what; undo, CSV export',
  '/admin-access': 'Who has which access, request admin rights',
}

/** Pages below one of the navigation. */
export const subPages = [
  {
    to: '/analytics/track-record',
    name: 'Was it right?',
    description: 'Analytics: which forecast dates came true, calibration',
  },
] as const

/** Sections of the settings and profile pages, by their anchors. */
export const settingsPages = [
  {
    to: '/settings',
    hash: 'appearance',
    name: 'Appearance',
    description: 'Settings: theme, font size, contrast, motion',
  },
  {
    to: '/settings',
    hash: 'dates',
    name: 'Dates and times',
    description: 'Settings: date format, 12 or 24 hours, time zone',
  },
  {
    to: '/settings',
    hash: 'notifications',
    name: 'Notification settings',
    description: 'Settings: which notifications you get',
  },
  {
    to: '/settings',
    hash: 'privacy',
    name: 'Privacy',
    description: 'Settings: status shown to others, two-factor authentication',
  },
  { to: '/profile', hash: 'password', name: 'Change password', description: 'Profile' },
  { to: '/profile', hash: 'sessions', name: 'Sessions', description: 'Profile: where you are signed in' },
  {
    to: '/profile',
    hash: 'sign-ins',
    name: 'Recent sign-ins',
    description: 'Profile: when, from where, and failed attempts',
  },
] as const

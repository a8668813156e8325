import type { Resource } from '#contract/registry.ts'

interface Tag {
  readonly title: string
  readonly description: string
}

/** What the calls of each resource are about. */
export const apiTags: Readonly<Record<Resource, Tag>> = {
  auth: { title: 'Signing in', description: 'Signing in and out, and what a browser asks about its session.' },
  oneTimeLinks: {
    title: 'Links for passwords',
    description: 'Accepting an invitation, and setting a new password with a link.',
  },
  mail: {
    title: 'E-mail',
    description: 'Whether the server sends e-mail, and asking for a link to set a new password.',
  },
  users: { title: 'Users', description: 'People with access to the organization, their profile and their settings.' },
  userSessions: { title: 'Sessions of a user', description: 'Where a user is signed in, for admins.' },
  mySessions: { title: 'Own sessions', description: 'Where the caller is signed in.' },
  secondFactor: {
    title: 'Two-factor authentication',
    description: 'Turning two-factor authentication on and off, and signing in with a code.',
  },
  signIns: { title: 'Sign-ins', description: 'Recent sign-ins, and attempts that failed.' },
  singleSignOn: { title: 'Single sign-on', description: 'Signing in at the identity provider of the company.' },
  apiTokens: { title: 'API tokens', description: 'Tokens of the caller, with which programs call the API.' },
  assistants: {
    title: 'Assistants',
    description: 'The endpoint of the Model Context Protocol, and the log of what assistants asked and did.',
  },
  trackRecord: {
    title: 'Track record',
    description: 'How dates that were said some weeks ahead compare with what happened.',
  },
  morningPlan: { title: 'Morning plan', description: 'The plan that the server proposes by itself before the shift.' },
  tenants: { title: 'Organizations', description: 'Organizations to which the caller or another user belongs.' },
  tenantSettings: {
    title: 'Settings of the organization',
    description: 'Freeze window, time zone and other settings of planning.',
  },
  tenantAdministration: {
    title: 'Administration of organizations',
    description: 'Creating, changing and deleting organizations, for super admins.',
  },
  sampleShop: {
    title: 'Sample shop',
    description: 'Projects and work centers to try the product with, and deleting them.',
  },
  projects: { title: 'Projects', description: 'What is shipped to customers: dates, phases, figures and forecasts.' },
  lateParts: { title: 'Parts of a delay', description: 'Why a project is late, in parts that add up.' },
  remedies: { title: 'Remedies', description: 'What would make a late project less late.' },
  operations: {
    title: 'Operations',
    description: 'The steps of the work on a project: hours, order, dates and progress.',
  },
  workIntervals: { title: 'Time on work', description: 'When an operation was worked on.' },
  operationLists: {
    title: 'Lists of operations',
    description: 'Operations of all projects, filtered, sorted and grouped.',
  },
  bulkOperations: {
    title: 'Changes to many operations',
    description: 'One change to many operations, and what it would mean.',
  },
  routingTemplates: { title: 'Routing templates', description: 'Operations that are stored to be added to projects.' },
  savedViews: { title: 'Saved views', description: 'Filters and columns of lists under a name.' },
  runs: {
    title: 'Scheduling runs',
    description: 'Scheduling one, some or all projects, and following, ending and reverting a run.',
  },
  runResults: { title: 'Results of runs', description: 'What a run changed, project by project.' },
  proposals: {
    title: 'Proposals',
    description: 'Changes that are tried beside the plan, compared, and applied or dropped.',
  },
  promiseDate: { title: 'Promise dates', description: 'When new work could ship, and which projects it would delay.' },
  schedule: { title: 'Schedule', description: 'The plan with its forecast, as the Gantt and the Timeline show it.' },
  calendarFeeds: { title: 'Calendar feeds', description: 'Addresses under which calendar programs read planned work.' },
  statusLinks: { title: 'Status links', description: 'Addresses that show a customer the status of one project.' },
  search: { title: 'Search', description: 'Projects, operations and work centers by their names and numbers.' },
  imports: {
    title: 'Import',
    description: 'Reading tables of projects or settings, checking them, and importing them.',
  },
  dataSources: {
    title: 'Data sources',
    description: 'Imports that repeat by themselves: from a folder, an address, or files that a program sends.',
  },
  scheduledExports: {
    title: 'Scheduled exports',
    description: 'Dates of the plan that are sent to another system by the clock.',
  },
  exportFiles: {
    title: 'Export',
    description: 'Tables of projects and operations that can be imported again, and the shop file.',
  },
  categories: {
    title: 'Work centers',
    description: 'Work centers, and the people and tools that operations need in addition.',
  },
  shifts: { title: 'Shift patterns', description: 'When work centers are open in a week.' },
  holidays: { title: 'Holidays and exceptions', description: 'Closed days, overtime, downtime and other capacity.' },
  history: { title: 'History', description: 'Who changed what, and when.' },
  changes: { title: 'Undo', description: 'What was changed together, and undoing and redoing it.' },
  accessRequests: { title: 'Access requests', description: 'Asking for more access, and deciding about it.' },
  notifications: { title: 'Notifications', description: 'What the caller is notified of.' },
  admin: { title: 'Administration', description: 'Figures of the organization and its audit log, for admins.' },
  webhooks: {
    title: 'Webhooks',
    description: 'Addresses that receive messages about late and shipped projects and finished runs.',
  },
  floorDevices: {
    title: 'Shop-floor devices',
    description: 'Tablets that show and report the work of some work centers.',
  },
  workers: {
    title: 'Workers',
    description: 'People who report work on the shop floor, and how they identify themselves.',
  },
  floor: {
    title: 'Shop floor',
    description: 'The queue of a shop-floor device or of a reporter, and reports from there.',
  },
  analytics: { title: 'Analytics', description: 'Delivery, load, estimates and causes of delays over time.' },
  dashboard: { title: 'Dashboard', description: 'What is late, what to do next, and what happened last.' },
  errorReports: { title: 'Crash reports', description: 'Reports of pages that crashed.' },
  health: { title: 'Probes', description: 'Whether the server lives and takes work.' },
}

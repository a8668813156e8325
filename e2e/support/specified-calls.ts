import type { Browser, Page, Request } from '@playwright/test'

const id = '[0-9a-f-]{36}'
const operation = `/project-operations/projects/${id}/operations/${id}`

interface SpecifiedCall {
  readonly call: string
  /** Below `/api`, with its query. */
  readonly path: string
  /** The names that its body must have at least; with `only`, and no others. */
  readonly body?: readonly string[]
  readonly only?: true
  readonly situation: string
}

/** Every call of the interface, and the situation in which the client makes it. */
export const specifiedCalls: readonly SpecifiedCall[] = [
  { call: 'POST', path: '/auth/login', body: ['email', 'password'], situation: 'signing in' },
  {
    call: 'POST',
    path: '/auth/direct-login',
    body: ['email', 'password'],
    situation: 'the first sign-in call is broken',
  },
  { call: 'POST', path: '/auth/logout', situation: 'Logout in the menu' },
  { call: 'GET', path: '/auth/validate', situation: 'opening a page' },
  { call: 'GET', path: '/users/me', situation: 'the frame of every page' },
  { call: 'GET', path: `/users/${id}`, situation: 'editing a user' },
  { call: 'GET', path: '/users/by-email/[^/]+', situation: 'the e-mail of a new user is typed' },
  { call: 'GET', path: '/users/me/tenants', situation: 'a member chooses an organization' },
  { call: 'PUT', path: '/users/me/profile', situation: 'saving the profile' },
  {
    call: 'POST',
    path: '/users/me/password',
    body: ['currentPassword', 'newPassword'],
    situation: 'changing the password',
  },
  { call: 'PUT', path: '/users/me/preferences', situation: 'choosing a time format' },
  { call: 'PUT', path: '/users/me/tenant', body: ['tenantId'], situation: 'an organization is chosen' },
  { call: 'GET', path: '/user/profile', situation: 'opening the profile' },
  { call: 'PUT', path: '/user/settings', situation: 'choosing a theme' },
  { call: 'GET', path: '/users', situation: 'the users of the organization' },
  { call: 'POST', path: '/users', situation: 'creating a user' },
  { call: 'PUT', path: `/users/${id}`, situation: 'saving a user' },
  { call: 'DELETE', path: `/users/${id}`, situation: 'deleting a user' },
  { call: 'GET', path: '/tenants', situation: 'a super admin chooses an organization' },
  { call: 'GET', path: `/tenants/user-associations/${id}`, situation: 'the organization of a member is checked' },
  { call: 'GET', path: '/projects', situation: 'the list of projects' },
  { call: 'POST', path: '/projects', body: ['ProjectName', 'ModifiedBy'], situation: 'creating a project' },
  {
    call: 'PUT',
    path: `/projects/${id}`,
    body: ['ProjectName', 'ModifiedBy'],
    situation: 'saving the form of a project',
  },
  { call: 'PATCH', path: `/projects/${id}`, body: ['CurrentPhase', 'ModifiedBy'], situation: 'moving a card' },
  { call: 'DELETE', path: `/projects/${id}`, situation: 'deleting a project' },
  { call: 'POST', path: `/projects/${id}/schedule`, situation: 'Schedule project' },
  { call: 'POST', path: '/projects/schedule-all', situation: 'Schedule all' },
  { call: 'GET', path: `/projects/${id}/operations`, situation: 'opening a project' },
  {
    call: 'GET',
    path: `/project-operations/batch\\?projectIds=${id}(&projectIds=${id}){0,4}`,
    situation: 'expanding cards of the board',
  },
  { call: 'GET', path: `/project-operations/projects/${id}`, situation: 'the batched read fails' },
  { call: 'POST', path: `${operation}/progress`, body: ['progressPercentage'], situation: 'reporting progress' },
  {
    call: 'PUT',
    path: operation,
    body: [
      'projectId',
      'operationId',
      'status',
      'progressPercentage',
      'durationHours',
      'scheduledStartDate',
      'scheduledEndDate',
      'actualStartDate',
      'actualEndDate',
      'dependsOnOperationId',
    ],
    situation: 'saving the form of an operation',
  },
  {
    call: 'PUT',
    path: operation,
    body: ['scheduledStartDate', 'scheduledEndDate'],
    only: true,
    situation: 'moving an operation in the plan',
  },
  { call: 'POST', path: operation, body: ['dependsOnOperationId'], situation: 'adding an operation' },
  {
    call: 'POST',
    path: `/project-operations/projects/${id}/operations/batch`,
    body: ['operationId', 'dependsOnOperationId'],
    situation: 'adding several operations',
  },
  { call: 'DELETE', path: operation, situation: 'removing an operation' },
  { call: 'GET', path: '/categories', situation: 'a screen with work centers' },
  { call: 'GET', path: '/notifications/unread', situation: 'no socket can be opened' },
  { call: 'POST', path: '/notifications', situation: 'a note is written while no socket is open' },
]

const namesOf = (request: Request): string[] => {
  const body: unknown = request.postData() ? request.postDataJSON() : null
  const one: unknown = Array.isArray(body) ? body[0] : body
  return one !== null && typeof one === 'object' ? Object.keys(one) : []
}

const fits = (request: Request, { call, path, body = [], only }: SpecifiedCall): boolean => {
  const { pathname, search } = new URL(request.url())
  const asked = path.includes('\\?') ? pathname + search : pathname
  if (request.method() !== call || !new RegExp(`^/api${path}$`).test(asked)) return false
  const names = namesOf(request)
  return body.every((name) => names.includes(name)) && (!only || names.length === body.length)
}

/** Opens browsers whose calls are watched; `missing` names what was never called. */
export const watchCalls = (browser: Browser) => {
  const seen = new Set<SpecifiedCall>()
  return {
    newPage: async (): Promise<Page> => {
      const context = await browser.newContext()
      context.on('request', (request) => {
        for (const specified of specifiedCalls) if (fits(request, specified)) seen.add(specified)
      })
      return context.newPage()
    },
    missing: (): string[] =>
      specifiedCalls
        .filter((specified) => !seen.has(specified))
        .map(({ call, path, situation }) => `${call} ${path} (${situation})`),
  }
}

/** Specification 8.4: what is said when the server says nothing, by call. */
const sentences: Record<string, string> = {
  'POST /auth/login': 'Login failed. Please try again.',
  'POST /auth/direct-login': 'Login failed. Please try again.',
  'POST /auth/logout': 'Not authenticated',
  'GET /auth/validate': 'Authentication check failed',
  'POST /auth/notification-token': 'Authentication failed',
  'POST /notifications/ticket': 'Authentication failed',
  'GET /users/me': 'Failed to fetch user',
  'GET /users/:id': 'Failed to fetch user',
  'GET /users/by-email/:email': 'Failed to fetch user',
  'GET /users/me/tenants': 'Failed to fetch tenants',
  'PUT /users/me/profile': 'Failed to update profile',
  'POST /users/me/password': 'Failed to change password',
  'PUT /users/me/preferences': 'Failed to update preferences',
  'PUT /users/me/tenant': 'Failed to set tenant',
  'GET /user/profile': 'Failed to fetch user profile',
  'PUT /user/settings': 'Failed to update settings',
  'GET /users': 'Failed to fetch users',
  'POST /users': 'Failed to create user',
  'PUT /users/:id': 'Failed to update user',
  'DELETE /users/:id': 'Failed to delete user',
  'POST /users/:id/password-reset': 'Failed to update user',
  'POST /auth/one-time-link': 'Unable to connect to the server. Please try again later.',
  'POST /auth/accept-invitation': 'Unable to connect to the server. Please try again later.',
  'POST /auth/reset-password': 'Failed to change password',
  'GET /users/:id/sessions': 'Failed to fetch users',
  'DELETE /users/:id/sessions': 'Failed to update user',
  'GET /tenants/overview': 'Failed to fetch organizations',
  'POST /tenants': 'Failed to create organization',
  'PUT /tenants/:id': 'Failed to update organization',
  'DELETE /tenants/:id': 'Failed to delete organization',
  'GET /tenants/:id/members': 'Failed to fetch users',
  'GET /admin/overview': 'Failed to fetch the overview',
  'GET /admin/history': 'Failed to fetch the audit log',
  'GET /tenants': 'Failed to fetch organizations',
  'GET /tenants/user-associations/:userId': 'Failed to fetch organizations',
  'GET /projects': 'Failed to fetch projects',
  'GET /projects/columns': 'Failed to fetch projects',
  'GET /projects/:id': 'Failed to fetch project with operations',
  'POST /projects': 'Failed to create project',
  'PUT /projects/:id': 'Failed to update project',
  'PATCH /projects/:id': 'Failed to update project',
  'DELETE /projects/:id': 'Failed to delete project',
  'POST /projects/:id/schedule': 'Failed to schedule project',
  'POST /projects/schedule-all': 'Failed to schedule all projects',
  'GET /projects/:projectId/operations': 'Failed to fetch project operations',
  'GET /project-operations/projects/:projectId': 'Failed to fetch project operations',
  'GET /project-operations/batch': 'Failed to fetch batch project operations',
  'GET /schedule': 'Failed to fetch projects with operations',
  'POST /project-operations/projects/:projectId/operations/:operationId/progress':
    'Failed to update operation progress',
  'PUT /project-operations/projects/:projectId/operations/:operationId': 'Failed to update project operation',
  'PUT /project-operations/projects/:projectId/schedule': 'Failed to update operation dates',
  'POST /project-operations/projects/:projectId/operations': 'Failed to add operation to project',
  'POST /project-operations/projects/:projectId/operations/:operationId': 'Failed to add operation to project',
  'POST /project-operations/projects/:projectId/operations/batch': 'Failed to add operations to project',
  'DELETE /project-operations/projects/:projectId/operations/:operationId': 'Failed to remove operation from project',
  'GET /categories': 'Failed to fetch categories',
  'POST /operations/bulk': 'Failed to update operations',
  'POST /operations/bulk/preview': 'Failed to calculate the effect',
  'POST /operations/snoozes': 'Failed to snooze operations',
  'POST /operations/snoozes/end': 'Failed to show operations again',
  'POST /operations/schedule': 'Failed to schedule projects',
  'POST /scheduling-runs/:runId/cancel': 'Failed to cancel scheduling run',
  'POST /scheduling-runs/:runId/revert': 'Failed to revert scheduling run',
  'POST /changes/:changeId/undo': 'Failed to undo',
  'POST /changes/:changeId/redo': 'Failed to redo',
  'POST /changes/undo-last': 'Failed to undo',
  'POST /changes/redo-last': 'Failed to redo',
  'POST /holidays/import': 'Failed to import holidays',
  'POST /working-time/preview': 'Failed to calculate the effect',
  'POST /notifications/:id/read': 'Failed to mark notification as read',
  'POST /notifications/read-all': 'Failed to mark all notifications as read',
  'POST /holiday-templates/:id/apply': 'Failed to apply holiday template',
  'POST /holiday-templates/:id/copy': 'Failed to copy holiday template',
  'POST /access-requests/:id/grant': 'Failed to grant access',
  'POST /access-requests/:id/refuse': 'Failed to refuse access',
  'POST /access-requests/:id/withdraw': 'Failed to withdraw access request',
}

/** Of these calls the specification words a second failure on its own: "... after retry". */
const retried = new Set(['Failed to add operation to project', 'Failed to update project operation'])

/** Of these the specification has a second wording: nobody answered at all. */
const unanswered: Record<string, string> = {
  'GET /user/profile': 'Error fetching user profile',
  'PUT /user/settings': 'Error updating settings',
}

/** And of this one: it was answered, with nothing. */
const emptyAnswers: Record<string, string> = {
  'GET /project-operations/batch': 'Batch operations request returned no data',
}

const putOperation = 'PUT /project-operations/projects/:projectId/operations/:operationId'

/** The dates-only variant of an operation's update (specification 7.2). */
const isDatesOnly = (body: unknown): boolean => {
  const names = Object.keys(body ?? {})
  return names.length > 0 && names.every((name) => name === 'scheduledStartDate' || name === 'scheduledEndDate')
}

const verbs = { GET: 'fetch', POST: 'create', PUT: 'update', PATCH: 'update', DELETE: 'delete' } as const

interface Failing {
  readonly method: keyof typeof verbs
  readonly path: string
  readonly body?: unknown
  readonly afterRetry?: boolean
  /** `none`: nobody answered; `empty`: the answer holds nothing that can be read. Otherwise it was refused. */
  readonly answer?: 'none' | 'empty'
}

/** The sentence for a call the server gave none for; calls the specification does not list are worded alike. */
export const fallbackSentence = ({ method, path, body, afterRetry, answer }: Failing): string => {
  const call = `${method} ${path}`
  const special = answer === 'none' ? unanswered[call] : answer === 'empty' ? emptyAnswers[call] : undefined
  if (special) return special
  if (call === putOperation && isDatesOnly(body)) return 'Failed to update operation dates'
  const nouns = path.split('/')[1]?.replaceAll('-', ' ') ?? 'data'
  const noun = method === 'GET' ? nouns : nouns.replace(/ies$/, 'y').replace(/s$/, '')
  const sentence = sentences[call] ?? `Failed to ${verbs[method]} ${noun}`
  return afterRetry && retried.has(sentence) ? `${sentence} after retry` : sentence
}

/** Specification 8.2: the server's tenant texts in the reader's words. */
const tenantSentences: readonly (readonly [string, string])[] = [
  ['Tenant processing error', 'Tenant validation error: Please ensure you have selected a valid tenant.'],
  ['Missing tenant ID', 'No tenant selected: Please select a tenant before performing this operation.'],
  ['Invalid tenant ID', 'Invalid tenant format: The tenant ID is not in the correct format.'],
]

/** The reader's words for a server text that names a tenant problem; null for any other text. */
export const tenantSentence = (serverText: string): string | null =>
  tenantSentences.find(([text]) => serverText.includes(text))?.[1] ?? null

import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/registry.ts'
import { readSources } from './read-sources.ts'

/** The error catalog of the specification, literal. */
const catalog: Readonly<Record<string, readonly string[]>> = {
  transport: ['Access forbidden', 'Rate limit exceeded'],
  'login and tenant': [
    'Invalid email or password. Please try again.',
    'Unable to connect to the server. Please try again later.',
    'Login failed. Please try again.',
    'An unexpected error occurred. Please try again.',
    'Tenant validation failed',
    'Tenant validation error: Please ensure you have selected a valid tenant.',
    'No tenant selected: Please select a tenant before performing this operation.',
    'Invalid tenant format: The tenant ID is not in the correct format.',
  ],
  'organization picker': [
    'You do not have access to any organizations. Please contact your administrator.',
    'No organizations available. Please contact support.',
    'Failed to load organizations. Please try again.',
    'Error loading available organizations',
    'Failed to select organization',
  ],
  'users and sign-in': [
    'Failed to fetch users',
    'Failed to create user',
    'Failed to update user',
    'Failed to delete user',
    'Failed to fetch organizations',
    'Error fetching user profile',
    'Error updating settings',
    'Failed to fetch user profile',
    'Failed to update settings',
    'Not authenticated',
    'Authentication failed',
    'Authentication check failed',
    'Login failed',
  ],
  'the signed-in user': [
    'Failed to fetch user',
    'Failed to fetch tenants',
    'Failed to update profile',
    'Failed to change password',
    'Failed to update preferences',
    'Failed to set tenant',
  ],
  projects: [
    'Failed to fetch projects',
    'Failed to fetch project with operations',
    'Failed to fetch projects with operations',
    'Failed to update project',
    'Failed to delete project',
    'Failed to schedule project',
    'Failed to schedule all projects',
    'Failed to fetch project operations',
    'Failed to fetch batch project operations',
    'Batch operations request returned no data',
    'Failed to update operation progress',
    'Failed to update operation dates',
    'Failed to add operation to project',
    'Failed to add operation to project after retry',
    'Failed to remove operation from project',
    'Failed to update project operation',
    'Failed to update project operation after retry',
    'Failed to add operations to project',
    'Failed to fetch categories',
    'No valid project IDs provided for batch request',
    'Project ID is required',
  ],
  'board and other': ['Failed to update project phase in database', 'Something went wrong'],
}

const sources = new Map(readSources().map((source) => [source.path, source]))

/** Files that the browser may load: everything that the entry and the routes import directly or indirectly, without tests. */
const reachable = (): Set<string> => {
  const found = new Set<string>()
  const wanted = [...sources.keys()].filter((path) => path === 'src/web/main.tsx' || path.startsWith('src/web/routes/'))
  for (let path = wanted.pop(); path !== undefined; path = wanted.pop()) {
    if (found.has(path) || !sources.has(path)) continue
    found.add(path)
    wanted.push(...(sources.get(path)?.imports ?? []))
  }
  return found
}

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')

const files = [...reachable()].filter((path) => path.startsWith('src/web/'))
const codeOf = new Map(files.map((path) => [path, withoutComments(sources.get(path)?.text ?? '')]))
const allCode = [...codeOf.values()].join('\n')

const called = endpoints.filter(({ name }) =>
  new RegExp(`\\bcall(?:ForAnswer|ForChange)?\\(\\s*${name}\\b`).test(allCode),
)
/** Every message with which a client call may fail. */
const said = new Set(
  called.flatMap(({ failed, failedAgain, unanswered, emptyAnswer }) => [failed, failedAgain, unanswered, emptyAnswer]),
)

describe('every text of the error catalog', () => {
  for (const [part, texts] of Object.entries(catalog)) {
    it(`the client contains: ${part}`, () => {
      expect(texts.filter((text) => !said.has(text) && !allCode.includes(text))).toEqual([])
    })
  }

  it('only calls that the client makes are searched', () => {
    expect(called.length).toBeGreaterThan(100)
    expect(called.map(({ name }) => name)).not.toContain('getReady')
  })
})

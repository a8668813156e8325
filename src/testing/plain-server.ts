import { closeSockets } from './closed-socket.ts'
import { setFetch } from './web-harness.ts'

/** How a server spells the names of fields (specification 3). */
export const spellings = {
  camelCase: (name: string) => name,
  PascalCase: (name: string) => name.charAt(0).toUpperCase() + name.slice(1),
  snake_case: (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
} as const
export type Spelling = keyof typeof spellings

const spelled = (value: unknown, spelling: Spelling): unknown => {
  if (Array.isArray(value)) return value.map((item) => spelled(item, spelling))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [spellings[spelling](name), spelled(item, spelling)]),
  )
}

const uuid = (n: number) => `7d1c40aa-0000-4000-8000-${String(n).padStart(12, '0')}`
export const plainIds = {
  user: uuid(1),
  tenant: uuid(2),
  press: uuid(11),
  crane: uuid(12),
  tank: uuid(13),
  cut: uuid(21),
  weld: uuid(22),
  lift: uuid(23),
  welding: uuid(31),
} as const
const ids = plainIds

/** Projects with the fields of specification 3 alone; the last one has only an id and a name. */
const projects = [
  {
    projectId: ids.press,
    projectName: 'Hydraulic press',
    projectNumber: '1042',
    shortName: 'Press',
    priority: 90,
    status: 'In Progress',
    currentPhase: 'production',
    progressPercentage: 25,
    description: 'For Acme',
    plannedShipDate: '2026-11-25T16:00:00Z',
    productionStartDate: '2026-11-02T08:00:00Z',
    modifiedBy: 'Dana',
  },
  {
    projectId: ids.crane,
    projectName: 'Gantry crane',
    projectNumber: '1043',
    priority: 55,
    status: 'Delayed',
    currentPhase: 'engineering',
    progress: 0.4,
    shipDate: '2026-11-10T16:00:00Z',
  },
  { projectId: ids.tank, projectName: 'Tank' },
]

/** Operations with the fields of specification 3 alone. */
const operations = [
  {
    projectId: ids.press,
    operationId: ids.cut,
    name: 'Cut plates',
    status: 'Completed',
    progressPercentage: 100,
    durationHours: 8,
    sequence: 10,
    categoryId: ids.welding,
    actualEndDate: '2026-11-16T16:00:00Z',
    scheduledStartDate: '2026-11-16T08:00:00Z',
    scheduledEndDate: '2026-11-16T16:00:00Z',
  },
  {
    projectId: ids.press,
    operationId: ids.weld,
    name: 'Weld frame',
    progress: 0.5,
    durationHours: '16',
    dependsOnOperationId: ids.cut,
    sequence: 20,
    categoryId: ids.welding,
    onHold: false,
    notes: 'MIG',
    scheduledStartDate: '2026-11-19T08:00:00Z',
    scheduledEndDate: '2026-11-20T16:00:00Z',
  },
  // Its end has passed, and its project and status are not said.
  { operationId: ids.lift, name: 'Lift girder', startDate: '2026-11-09T08:00:00Z', endDate: '2026-11-12T16:00:00Z' },
]
const operationsOf = (projectId: string) =>
  projectId === ids.crane
    ? operations.slice(2)
    : operations.filter((operation) => 'projectId' in operation && operation.projectId === projectId)

const user = {
  id: ids.user,
  tenantId: ids.tenant,
  email: 'dana@example.com',
  name: 'Dana Whitfield',
  isAdmin: 'True',
  isSuperAdmin: 'False',
  currentTenantName: 'Northwind Fabrication',
  preferences: { timezone: 'UTC' },
}
const tenant = { tenantId: ids.tenant, name: 'Northwind Fabrication' }

/** Answers to the specified calls, and to those for shifts and holidays, of which it shows only the ids. */
const answers: Readonly<Record<string, () => unknown>> = {
  'GET /auth/validate': () => ({
    isValid: 'True',
    userId: ids.user,
    email: user.email,
    name: user.name,
    isAdmin: 'true',
  }),
  'GET /users/me': () => user,
  'GET /user/profile': () => user,
  'GET /users': () => [{ id: ids.user, tenantId: ids.tenant }],
  'GET /users/me/tenants': () => [tenant],
  [`GET /tenants/user-associations/${ids.user}`]: () => ({ tenants: [tenant] }),
  'GET /projects': () => [...projects, 'no project', { projectName: 'Nobody knows its id' }],
  'GET /project-operations/batch': () =>
    projects.map(({ projectId }) => ({ projectId, projectOperations: operationsOf(projectId) })),
  'GET /categories': () => [{ categoryId: ids.welding, name: 'Welding' }],
  'GET /notifications/unread': () => [
    {
      title: 'Press will be late',
      message: 'Weld frame is behind',
      type: 'warning',
      timestamp: '2026-11-18T08:00:00Z',
    },
    { id: 'n2', title: 'Crane is free', category: 'Project', priority: 'high', read: false },
  ],
  'GET /shifts': () => [{ shiftId: uuid(41) }],
  'GET /holidays': () => [{ holidayId: uuid(51) }],
  'GET /holiday-templates': () => [{ templateId: uuid(52), isSystemTemplate: true, items: [] }],
  'POST /projects/schedule-all': () => ({ percent: 100, completed: 2, total: 2, recent: [], status: 'Succeeded' }),
  ...Object.fromEntries(
    projects.flatMap(({ projectId }) => [
      [`GET /projects/${projectId}/operations`, () => ({ projectOperations: operationsOf(projectId) })],
      [`GET /project-operations/projects/${projectId}`, () => operationsOf(projectId)],
    ]),
  ),
}

/**
 * A server of the specified interface and nothing else: its records hold only the fields of specification 3, in one of three
 * spellings, writes are answered with nothing, and calls beyond specification 7 with the error page of a web server.
 */
export const usePlainServer = (spelling: Spelling) => {
  const calls: string[] = []
  const bodies: unknown[] = []
  closeSockets()
  setFetch(async (input, init) => {
    const request = new Request(input, init)
    const name = `${request.method} ${new URL(request.url).pathname.replace('/api', '')}`
    calls.push(name)
    const answer = answers[name]
    if (answer) return Response.json(spelled(answer(), spelling))
    if (/^(PUT|PATCH|DELETE) \/projects\/|^(PUT|POST) \/project-operations\//.test(name)) {
      bodies.push(await request.json())
      return new Response(null, { status: 204 })
    }
    return new Response('<html><h1>Not Found</h1></html>', { status: 404 })
  })
  return { calls, bodies }
}

/** The storage of a browser in which Dana is signed in. */
export const plainSession = {
  local: {
    userId: ids.user,
    userEmail: user.email,
    name: user.name,
    isAdmin: 'true',
    currentTenantId: ids.tenant,
    currentTenantName: tenant.name,
  },
}

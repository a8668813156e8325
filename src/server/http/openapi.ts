import type { z } from 'zod/mini'
import { actionOf } from '#contract/endpoint.ts'
import { idempotencyKeyHeader, requestedWithHeader } from '#contract/headers.ts'
import { endpoints, type RegisteredEndpoint } from '#contract/registry.ts'
import { productName } from '#contract/vocabulary.ts'
import { apiExamples } from './api-examples.ts'
import { refusals } from './api-refusals.ts'
import { type ApiSchemas, apiSchemas, isSent, type JsonSchema } from './api-schemas.ts'
import { apiTags } from './api-tags.ts'

/** What holds for every call. Names in backticks are code. */
export const apiRules: readonly string[] = [
  'Bodies are JSON, except for a file, which is sent as it is. Names are answered in camelCase and read in camelCase, PascalCase and snake_case. Answers may get more fields.',
  `\`${idempotencyKeyHeader}\` on a POST: the same key and body within 24 hours give the same answer and one effect.`,
  '`If-Match` with the version of a record: the change is refused with 412 when the record has changed since.',
  'Every error is `{ error, code, requestId }`. After 429 and 503, wait as long as `Retry-After` says.',
  'Webhooks, which admins create under Admin, Settings, send `{ id, event, at, tenantId, data }`, signed as Standard Webhooks.',
  `Calls with a session instead of a token need \`${requestedWithHeader}\` when they change something.`,
]

const description = `Create an API token in the settings and send it with every call, as \`Authorization: Bearer sch_...\`.
It works in one organization with the rights of its owner; one with the access “Read” changes nothing.

${apiRules.map((rule) => `- ${rule}`).join('\n')}`

export interface ApiParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: JsonSchema | boolean
}

const parametersIn = (
  location: 'path' | 'query',
  part: z.ZodMiniType | undefined,
  schemas: ApiSchemas,
): ApiParameter[] => {
  if (!isSent(part)) return []
  const { properties = {}, required = [] } = schemas.parameters(part)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema,
  }))
}

/** The headers that change what a call does. */
const headersOf = ({ method, access, versioned }: RegisteredEndpoint): ApiParameter[] => {
  const header = (name: string, words: string, required = false) =>
    ({ name, in: 'header', required, description: words, schema: { type: 'string' } }) as const
  const isKeyed = method === 'POST' && (access === 'tenant' || actionOf(access) !== null || access === 'device')
  return [
    ...(isKeyed ? [header(idempotencyKeyHeader, 'The same key and body within 24 hours: one effect, one answer')] : []),
    ...(versioned
      ? [header('If-Match', 'The version that was read; 412 when the record has another one', versioned === 'required')]
      : []),
  ]
}

const inJson = (schema: JsonSchema, example?: unknown) => ({
  content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
})

/** The address of a calendar feed is itself the credential. */
const securityOf = ({ access, takesApiTokens }: RegisteredEndpoint) => {
  if (access === 'public' || access === 'calendarFeed') return []
  if (access === 'notificationToken') return [{ notificationToken: [] }]
  if (access === 'device') return [{ device: [] }]
  if (access === 'apiToken') return [{ apiToken: [] }]
  return [...(takesApiTokens ? [{ apiToken: [] }] : []), { session: [] }]
}

const successOf = ({ status, response, mediaType }: RegisteredEndpoint, schemas: ApiSchemas) => {
  if (status === 302) return { description: 'Leads to another address', headers: { Location: textHeader } }
  if (!isSent(response)) return { description: 'Done' }
  if (mediaType !== undefined) {
    return { description: 'The file', content: { [mediaType]: { schema: schemas.answered(response) } } }
  }
  return { description: 'Done', ...inJson(schemas.answered(response)) }
}

const textHeader = { schema: { type: 'string' } }

/** Names of fields with which a body says what its sender has read. */
const expectation = /"expected[A-Z]\w*"/

const refusalsOf = (endpoint: RegisteredEndpoint, schemas: ApiSchemas) => {
  const namesVersion = isSent(endpoint.body) && schemas.mayName(endpoint.body, expectation)
  const own = Object.entries(refusals).filter(([, { isAnsweredBy }]) => isAnsweredBy(endpoint, namesVersion))
  return {
    ...Object.fromEntries(own.map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }])),
    default: { $ref: '#/components/responses/Refusal' },
  }
}

interface RequestBody {
  readonly required: boolean
  readonly content: Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>
}

const requestBodyOf = (endpoint: RegisteredEndpoint, schemas: ApiSchemas): { readonly requestBody?: RequestBody } => {
  if (endpoint.takesFile) {
    return { requestBody: { required: true, content: { 'application/octet-stream': { schema: {} } } } }
  }
  if (!isSent(endpoint.body)) return {}
  const required = !endpoint.body.safeParse(undefined).success
  return { requestBody: { required, ...inJson(schemas.sent(endpoint.body), apiExamples[endpoint.name]) } }
}

const operationOf = (endpoint: RegisteredEndpoint, schemas: ApiSchemas) => ({
  operationId: endpoint.name,
  tags: [endpoint.resource],
  summary: endpoint.summary,
  'x-access': endpoint.access,
  security: securityOf(endpoint),
  parameters: [
    ...parametersIn('path', endpoint.params, schemas),
    ...parametersIn('query', endpoint.query, schemas),
    ...headersOf(endpoint),
  ],
  ...requestBodyOf(endpoint, schemas),
  responses: { [endpoint.status ?? 200]: successOf(endpoint, schemas), ...refusalsOf(endpoint, schemas) },
})

export type ApiOperation = ReturnType<typeof operationOf>

/** The path of a call as OpenAPI writes it: `/api/projects/{id}`. */
export const openApiPath = ({ path }: Pick<RegisteredEndpoint, 'path'>): string =>
  `/api${path.replaceAll(/:(\w+)/g, '{$1}')}`

const pathsOf = (schemas: ApiSchemas) => {
  const paths: Record<string, Record<string, ApiOperation>> = {}
  for (const endpoint of endpoints) {
    const path = openApiPath(endpoint)
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, schemas) }
  }
  return paths
}

const responses = () => {
  const body = inJson({ $ref: '#/components/schemas/Error' })
  const retry = { headers: { 'Retry-After': { ...textHeader, description: 'Seconds' } } }
  return Object.fromEntries([
    ['Refusal', { description: 'Any other refusal, such as a body that is too large or a busy server.', ...body }],
    ...Object.entries(refusals).map(([status, { name, description: words }]) => [
      name,
      { description: words, ...(status === '429' ? retry : {}), ...body },
    ]),
  ])
}

const securitySchemes = {
  apiToken: { type: 'http', scheme: 'bearer', description: 'A personal API token' },
  session: { type: 'apiKey', in: 'cookie', name: '__Host-sid', description: 'The session of a browser' },
  device: { type: 'apiKey', in: 'cookie', name: '__Host-floor', description: 'A shop-floor device' },
  notificationToken: { type: 'http', scheme: 'bearer', description: 'For notifications only' },
}

const build = () => {
  const schemas = apiSchemas()
  return {
    openapi: '3.1.0',
    info: {
      title: `${productName} API`,
      version: '1',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    tags: Object.entries(apiTags).map(([name, { title, description: words }]) => ({
      name,
      'x-displayName': title,
      description: words,
    })),
    paths: pathsOf(schemas),
    components: { schemas: schemas.components, responses: responses(), securitySchemes },
  }
}

let built: ReturnType<typeof build> | undefined

/**
 * The API as OpenAPI 3.1, generated from the contract once, at the first request. Its paths are relative to `origin`, the address
 * that people type; null = to the server that sent it.
 */
export const openApiDocument = (origin: string | null = null) => {
  built ??= build()
  const { openapi, info, ...rest } = built
  return { openapi, info, servers: [{ url: origin ?? '/' }], ...rest }
}

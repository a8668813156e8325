import { z } from 'zod/mini'
import { actionOf } from '#contract/endpoint.ts'
import { ErrorBody } from '#contract/errors.ts'
import { idempotencyKeyHeader } from '#contract/headers.ts'
import { endpoints, type RegisteredEndpoint } from '#contract/registry.ts'
import { productName } from '#contract/vocabulary.ts'
import { apiExamples } from './api-examples.ts'

const jsonSchema = (schema: z.ZodMiniType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  return rest
}

const isSent = (schema: z.ZodMiniType | undefined): schema is z.ZodMiniType =>
  schema !== undefined && !(schema instanceof z.ZodMiniUndefined)

const parametersIn = (location: 'path' | 'query', schema: z.ZodMiniType | undefined) => {
  if (!isSent(schema)) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: shape,
  }))
}

/** The headers that change what a call does. */
const headersOf = ({ method, access, versioned }: RegisteredEndpoint) => {
  const header = (name: string, description: string, required = false) => ({
    name,
    in: 'header',
    required,
    description,
    schema: { type: 'string' },
  })
  const isKeyed = method === 'POST' && (access === 'tenant' || actionOf(access) !== null || access === 'device')
  return [
    ...(isKeyed ? [header(idempotencyKeyHeader, 'The same key and body within 24 hours: one effect, one answer')] : []),
    ...(versioned
      ? [header('If-Match', 'The version that was read; 412 when the record has another one', versioned === 'required')]
      : []),
  ]
}

const inJson = (
  schema: unknown,
  { mediaType = 'application/json', example }: { mediaType?: string; example?: unknown } = {},
) => ({
  content: { [mediaType]: { schema, ...(example === undefined ? {} : { example }) } },
})

/** The address of a calendar feed is itself the credential. */
const securityOf = ({ access, takesApiTokens }: RegisteredEndpoint) => {
  if (access === 'public' || access === 'calendarFeed') return []
  if (access === 'notificationToken') return [{ notificationToken: [] }]
  if (access === 'device') return [{ device: [] }]
  if (access === 'apiToken') return [{ apiToken: [] }]
  return [...(takesApiTokens ? [{ apiToken: [] }] : []), { session: [] }]
}

const operationOf = (endpoint: RegisteredEndpoint) => {
  const status = endpoint.status ?? 200
  const hasAnswer = isSent(endpoint.response)
  return {
    operationId: endpoint.name,
    tags: [endpoint.resource],
    summary: endpoint.summary,
    'x-access': endpoint.access,
    security: securityOf(endpoint),
    parameters: [
      ...parametersIn('path', endpoint.params),
      ...parametersIn('query', endpoint.query),
      ...headersOf(endpoint),
    ],
    ...(isSent(endpoint.body)
      ? { requestBody: inJson(jsonSchema(endpoint.body, 'input'), { example: apiExamples[endpoint.name] }) }
      : {}),
    responses: {
      [status]: {
        description: 'Success',
        ...(hasAnswer ? inJson(jsonSchema(endpoint.response, 'output'), { mediaType: endpoint.mediaType }) : {}),
      },
      default: { description: 'Refusal', ...inJson({ $ref: '#/components/schemas/Error' }) },
    },
  }
}

const build = () => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = `/api${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${productName} interface`, version: '1' },
    paths,
    components: {
      schemas: { Error: jsonSchema(ErrorBody, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-sid' },
        device: { type: 'apiKey', in: 'cookie', name: '__Host-floor', description: 'A shop-floor device' },
        apiToken: { type: 'http', scheme: 'bearer', description: 'A personal API token' },
        notificationToken: { type: 'http', scheme: 'bearer', description: 'For notifications only' },
      },
    },
  }
}

let built: ReturnType<typeof build> | undefined

/** The API as OpenAPI 3.1, generated from the contract once, at the first request. */
export const openApiDocument = (): ReturnType<typeof build> => {
  built ??= build()
  return built
}

import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/registry.ts'
import { readWireNames } from '#contract/wire-names.ts'
import { startServer } from '#testing/server-harness.ts'
import { apiExamples } from './api-examples.ts'
import { openApiDocument } from './openapi.ts'

const open = endpoints.filter(({ takesApiTokens }) => takesApiTokens)
const takesBody = ({ body }: (typeof endpoints)[number]) =>
  body !== undefined && body.safeParse(undefined).success === false

describe('the examples of the API reference', () => {
  it('are given for every call with a body that an API token may make, and for no other', () => {
    const named = open.filter(takesBody).map(({ name }) => name)
    expect(Object.keys(apiExamples)).toEqual(expect.arrayContaining(named))
    expect(Object.keys(apiExamples).filter((name) => !open.some((endpoint) => endpoint.name === name))).toEqual([])
  })

  it.each(Object.entries(apiExamples))('of %s are accepted by the contract, with every field', (name, example) => {
    const body = open.find((endpoint) => endpoint.name === name)?.body
    const parsed = body?.safeParse(readWireNames(example))
    expect(parsed?.error?.issues ?? []).toEqual([])
    if (Array.isArray(example)) return
    expect(Object.keys(parsed?.data as object)).toEqual(expect.arrayContaining(Object.keys(example as object)))
  })
})

describe('the OpenAPI document', () => {
  it('says which calls take a token, and which a session', () => {
    const { paths } = openApiDocument()
    const expected: readonly [path: string, method: string, security: object[]][] = [
      ['/api/projects', 'get', [{ apiToken: [] }, { session: [] }]],
      ['/api/users', 'get', [{ session: [] }]],
      ['/api/auth/login', 'post', []],
      ['/api/calendar/{token}.ics', 'get', []],
      ['/api/notifications/unread', 'get', [{ notificationToken: [] }]],
    ]
    for (const [path, method, security] of expected) expect(paths[path]?.[method]).toMatchObject({ security })
  })

  it('names the headers that change what a call does', () => {
    const { paths } = openApiDocument()
    const named = (path: string, method: string) =>
      JSON.stringify(paths[path]?.[method]).match(/"(Idempotency-Key|If-Match)"/g) ?? []
    expect(named('/api/projects', 'post')).toEqual(['"Idempotency-Key"'])
    expect(named('/api/projects/{id}', 'put')).toEqual(['"If-Match"'])
    expect(named('/api/projects', 'get')).toEqual([])
    expect(named('/api/auth/login', 'post')).toEqual([])
  })

  it('the document passes the recommended rules of redocly', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const source = JSON.stringify(openApiDocument('https://plan.northwind.test'))
    const problems = await lintFromString({ source, config, absoluteRef: '/openapi.json' })
    const found = problems.map(({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`)
    // These words are no ids, so no address has two meanings.
    const known = /^warn no-ambiguous-paths: .*\/(by-email|user-associations)\/\{/
    expect(found.filter((text) => !known.test(text))).toEqual([])
  })

  it('each resource has one schema with its name, to which calls refer', () => {
    const { components, paths } = openApiDocument()
    const expected = ['Project', 'ProjectInput', 'Operation', 'OperationInput', 'Category', 'CategoryInput', 'Shift']
    const others = ['Holiday', 'SchedulingRun', 'Proposal', 'Notification', 'RoutingTemplate', 'ProjectStatus', 'Error']
    expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining([...expected, ...others]))
    const project = { $ref: '#/components/schemas/Project' }
    const input = { schema: { $ref: '#/components/schemas/ProjectInput' } }
    expect(paths['/api/projects']?.get).toHaveProperty('responses.200.content', {
      'application/json': { schema: { type: 'array', items: project } },
    })
    expect(paths['/api/projects']?.post).toMatchObject({
      requestBody: { required: true, content: { 'application/json': input } },
      responses: { 201: { content: { 'application/json': { schema: project } } } },
    })
    expect(paths['/api/projects/{id}']?.patch).toMatchObject({
      requestBody: { content: { 'application/json': input } },
    })
    // Answers have every field, and may get more.
    expect(components.schemas.Project?.required).toContain('plannedShipDate')
    expect(components.schemas.ProjectInput).not.toHaveProperty('required')
    expect(components.schemas.Project).not.toHaveProperty('additionalProperties')
  })

  it('every body and answer that is an object is a component', () => {
    const { paths } = openApiDocument()
    const isInline = (schema: { type?: unknown; items?: unknown }) =>
      schema.type === 'object' || (schema.items as { type?: unknown } | undefined)?.type === 'object'
    const inline = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ requestBody, responses }) =>
        Object.values({ ...responses, requestBody }).some((part) =>
          Object.values((part as { content?: Record<string, { schema: object }> } | undefined)?.content ?? {}).some(
            ({ schema }) => isInline(schema),
          ),
        ),
      )
    expect(inline.map(({ operationId }) => operationId)).toEqual([])
  })

  it('a schema that is sent and answered in different forms has two names', () => {
    const { NotificationAction, NotificationActionInput, NotificationInput } = openApiDocument().components.schemas
    expect(NotificationAction?.required).toEqual(['label', 'variant', 'action'])
    expect(NotificationActionInput?.required).toEqual(['label', 'action'])
    expect(JSON.stringify(NotificationInput)).toContain('"#/components/schemas/NotificationActionInput"')
  })

  it('the document and the page contain no setting of the server but its public address', async () => {
    const secrets = {
      SMTP_URL: 'smtps://mailer:Mail-Secret@smtp.internal.example',
      MAIL_FROM: 'Plans <plans@internal.example>',
      SECRETS_KEY: 'A-key-of-at-least-32-random-characters',
      WEBHOOK_ALLOWED_HOSTS: 'erp.internal.example',
      ALLOWED_ORIGINS: 'https://other.internal.example',
      SOCKET_URL: 'wss://live.internal.example/api/live',
    }
    const server = await startServer({ ...secrets, PUBLIC_ORIGIN: 'https://plan.example.com/' })
    const [document, page] = [await server.as(null).get('/openapi.json'), await server.as(null).get('/docs')]
    await server.close()
    expect(document.body.servers).toEqual([{ url: 'https://plan.example.com' }])
    for (const { text, status } of [document, page]) {
      expect(status).toBe(200)
      for (const secret of ['Mail-Secret', 'internal.example', secrets.SECRETS_KEY]) expect(text).not.toContain(secret)
    }
    expect(openApiDocument().servers).toEqual([{ url: '/' }])
  })
})

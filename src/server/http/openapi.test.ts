import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/registry.ts'
import { readWireNames } from '#contract/wire-names.ts'
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
})

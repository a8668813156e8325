import { describe, expect, it } from 'vitest'
import { writeIds } from '#domain/columns.ts'
import { type CanaryTenant, idKinds } from './canary-tenant.ts'
import { findLeak } from './find-leak.ts'

const nothing = Object.fromEntries(idKinds.map((kind) => [kind, []]))
const other = {
  marker: 'canary01',
  ids: { ...nothing, project: ['aaaa-1'], operation: ['bbbb-2'] },
} as unknown as CanaryTenant
const answer = (text: string, headers: Record<string, string> = {}) => ({ status: 200, body: null, text, headers })
const asked = (path: string, ...sentIds: string[]) => ({ path, sentIds: new Set(sentIds) })
const leak = (text: string, request = asked('/projects'), headers = {}, adopted: string[] = []) =>
  findLeak(answer(text, headers), request, [other], new Set(adopted))

describe('findLeak', () => {
  it('findLeak finds strings and ids of other organizations in bodies and headers', () => {
    expect(leak('[{"name":"Press CANARY01"}]')).toMatch(/string/)
    expect(leak('[]', asked('/projects'), { 'x-tenant-name': 'canary01' })).toMatch(/string/)
    expect(leak('{"projectId":"AAAA-1"}')).toMatch(/project/)
    expect(leak('{"operationId":"bbbb-2"}', asked('/projects'), {}, ['aaaa-1'])).toMatch(/operation/)
  })
  it('finds ids of other organizations in columns', () => {
    const id = '0f8fad5b-d9cb-469f-a165-70867728950e'
    const theirs = { ...other, ids: { ...nothing, operation: [id] } } as unknown as CanaryTenant
    const text = JSON.stringify({ ids: writeIds(['7d3888ca-113f-4716-a505-c581c461310c', id]) })
    expect(text).not.toContain(id)
    expect(findLeak(answer(text), asked('/schedule'), [theirs], new Set())).toMatch(/operation/)
  })
  it('findLeak ignores values from the request itself', () => {
    expect(leak('{"projectId":"aaaa-1"}', asked('/projects/aaaa-1', 'aaaa-1'))).toBeNull()
    expect(leak('{"operationId":"bbbb-2"}', asked('/projects'), {}, ['bbbb-2'])).toBeNull()
    expect(leak('{"error":"No canary"}')).toBeNull()
  })
})

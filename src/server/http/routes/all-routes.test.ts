// @module-tag once
import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/registry.ts'
import { allRoutes } from './all-routes.ts'

const call = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

describe('the routes', () => {
  it('are exactly the endpoints of the contract, each once', () => {
    const served = allRoutes({
      readiness: { takesWork: true },
      reporter: { report: async () => false },
      socketUrl: null,
      webhookOrigins: new Set(),
    }).map(({ endpoint }) => call(endpoint))
    expect([...served].sort()).toEqual(endpoints.map(call).sort())
    expect(new Set(served).size).toBe(served.length)
  })
})

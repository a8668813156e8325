import { test as base } from '@playwright/test'
import { shopsPort } from './ports.ts'

export * from '@playwright/test'

let servedFile: string | null = null

/** A journey. Those of one file share a shop that is fresh when the first begins, whatever went before elsewhere. */
export const test = base.extend<{ freshShop: undefined }>({
  freshShop: [
    async ({ baseURL: _ }, use, { file, parallelIndex }) => {
      if (servedFile !== file) {
        const answer = await fetch(`http://localhost:${shopsPort}/${parallelIndex}`, { method: 'POST' })
        if (!answer.ok) throw new Error(await answer.text())
        servedFile = file
      }
      await use(undefined)
    },
    { auto: true, timeout: 60_000 },
  ],
})

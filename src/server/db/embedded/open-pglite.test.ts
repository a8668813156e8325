import type { PGlite } from '@electric-sql/pglite'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPglite } from './open-pglite.ts'

let pg: PGlite
beforeAll(async () => {
  pg = await openPglite({ directory: null, unfinished: null, role: null, archive: null })
})
afterAll(() => pg.close())

test('bytes come back as they were stored, and each row has its own', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 3 }), async (stored) => {
      const rows = stored.map((_, index) => `select $${index + 1}::bytea as bytes, ${index} as row`).join(' union all ')
      const found = await pg.query<{ bytes: Uint8Array }>(`${rows} order by row`, stored)
      expect(found.rows.map(({ bytes }) => bytes)).toEqual(stored.map((bytes) => Uint8Array.from(bytes)))
      for (const { bytes } of found.rows) expect(bytes.buffer.byteLength).toBe(bytes.length)
    }),
    { numRuns: 50 },
  )
  const part = Buffer.from('some bytes').subarray(5)
  const found = await pg.query("select $1::bytea = 'bytes'::bytea as same, null::bytea as nothing", [part])
  expect(found.rows).toEqual([{ same: true, nothing: null }])
})

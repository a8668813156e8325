import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { holes } from './planted-holes.ts'

const root = join(import.meta.dirname, '../../..')

it.each(holes)('the hole can still be planted: $hole', ({ file, text, test }) => {
  expect(readFileSync(join(root, file), 'utf8').split(text)).toHaveLength(2)
  expect(existsSync(join(root, test))).toBe(true)
})

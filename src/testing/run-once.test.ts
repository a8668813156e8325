import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { onBothEngines, runOnce } from './run-once.ts'

const root = join(import.meta.dirname, '../..')

it.each(runOnce)('%s chooses its database engines itself or uses no database', (path) => {
  const text = readFileSync(join(root, path), 'utf8')
  expect(text).not.toMatch(/#testing\/(server-harness|test-runner)\.ts/)
  for (const [, argument] of text.matchAll(/openTestDatabase\(([^)]*)/g)) expect(argument).toMatch(/^\{\s*engine\b/)
})

it.each(onBothEngines)('%s exists', (path) => {
  expect(existsSync(join(root, path))).toBe(true)
})

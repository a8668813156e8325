import { expect, it } from 'vitest'
import { readSources } from './read-sources.ts'

const once = readSources().filter(({ text }) => text.startsWith('// @module-tag once'))

it.each(once.map(({ path, text }) => [path, text]))(
  '%s chooses its database engines itself or uses no database',
  (_, text) => {
    expect(text).not.toMatch(/#testing\/(server-harness|test-runner)\.ts/)
    for (const [, argument] of text.matchAll(/openTestDatabase\(([^)]*)/g)) expect(argument).toMatch(/^\{\s*engine\b/)
  },
)

const tried = readSources().filter(
  ({ path, text }) => /^src\/server\/.*\.test\.ts$/.test(path) && text.includes('propertyRuns('),
)

it.each(tried.map(({ path, text }) => [path, text]))(
  '%s says which of its tests the rest tries on all cases',
  (_, text) => {
    expect(text).toMatch(/^\/\/ @module-tag (property|rest)|tags: \['(property|rest)'/m)
  },
)

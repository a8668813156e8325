import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mustHold } from './must-hold.ts'

const root = join(import.meta.dirname, '../../..')
const pathOf = (file: string) => join(root, file.startsWith('e2e/') ? file : `src/${file}`)
const isTool = (proof: string) => proof.endsWith(' (tool)')

describe('the promises about security and reliability', () => {
  it('the promises are 90', () => {
    expect(Object.keys(mustHold)).toHaveLength(90)
  })

  it.each(Object.entries(mustHold))('the promise has a test: %s', (_, proofs) => {
    expect(proofs.filter((proof) => !isTool(proof)).length).toBeGreaterThan(0)
    for (const proof of proofs) {
      const [file = '', title = ''] = proof.split(/ > | \(tool\)$/)
      expect(existsSync(pathOf(file)), proof).toBe(true)
      if (isTool(proof)) continue
      const line = readFileSync(pathOf(file), 'utf8')
        .split('\n')
        .find((each) => each.includes(title))
      // The title of a test that is not disabled; a long title is on a line of its own.
      expect(line, proof).toMatch(/^\s*(it|test|describe|['"`])/)
      expect(line, proof).not.toMatch(/\.(skip|todo|fails)\(/)
    }
  })
})

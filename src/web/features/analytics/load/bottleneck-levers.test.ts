import { expect, it } from 'vitest'
import type { LateCauses } from '#contract/analytics.ts'
import { leverWords } from './bottleneck-levers.tsx'

const lever: LateCauses['levers'][number] = {
  ...{ code: 'addCapacity', operation: null, workCenter: { categoryId: 'saw', name: 'Saw', kind: 'inside' } },
  changes: [{ kind: 'category', categoryId: 'saw', capacity: 2 }],
  ...{ method: 'optimize', ahead: null, completionDate: '2026-12-01T17:00:00Z', latenessDays: 0, gainMs: 1 },
  ...{ lateDaysBefore: 260, lateDays: 74, laterProjects: 0, becomeLate: 0, delayed: [] },
}

it('a lever at the bottleneck says what to change and what that means for the shop', () => {
  expect(leverWords(lever)).toBe('Saw: 2 at once, then schedule again. 74 late days instead of 260')
  expect(leverWords({ ...lever, code: 'addOvertime', changes: [], method: 'keepSequence', lateDays: 1 })).toBe(
    'Saw: Overtime. 1 late day instead of 260',
  )
})

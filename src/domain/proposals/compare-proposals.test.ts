import { expect, it } from 'vitest'
import type { RunProject } from '#contract/run-results.ts'
import { compareProposals } from './compare-proposals.ts'

const project = (projectId: string, over: Partial<RunProject> = {}): RunProject => ({
  projectId,
  projectNumber: projectId,
  projectName: projectId,
  kind: 'later',
  completionBefore: '2026-11-20T12:00:00.000Z',
  completionAfter: '2026-11-21T12:00:00.000Z',
  latenessDaysBefore: -1,
  latenessDaysAfter: 0,
  movedDays: 1,
  movedOperations: 1,
  unplacedOperations: 0,
  ...over,
})

it('two proposals are compared by the projects that they treat differently, the greatest difference first', () => {
  const later = { completionAfter: '2026-11-25T12:00:00.000Z', latenessDaysAfter: 4 }
  const first = { projects: [project('same'), project('only first'), project('differs')] }
  const second = {
    projects: [project('same'), project('differs', later), project('dropped', { completionAfter: null })],
  }
  expect(compareProposals(first, second)).toMatchObject([
    { projectId: 'dropped', first: null, second: { completionAfter: null } },
    { projectId: 'differs', first: { latenessDaysAfter: 0 }, second: { latenessDaysAfter: 4 } },
    { projectId: 'only first', first: { completionAfter: '2026-11-21T12:00:00.000Z' }, second: null },
  ])
  expect(compareProposals(first, first)).toEqual([])
})

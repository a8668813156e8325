import { describe, expect, it } from 'vitest'
import { projectPhases, projectStatuses } from '#contract/vocabulary.ts'
import { effectivePhase } from './effective-phase.ts'

describe('effectivePhase', () => {
  it.each(projectPhases)('%s', (currentPhase) => {
    const byStatus = projectStatuses.map((status) => effectivePhase({ currentPhase, status }))
    const isWork = ['submittals', 'engineering', 'production'].includes(currentPhase)
    expect(byStatus).toEqual(
      isWork ? [currentPhase, currentPhase, 'on_hold', 'complete'] : Array(projectStatuses.length).fill(currentPhase),
    )
  })
})

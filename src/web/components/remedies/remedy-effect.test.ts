import { describe, expect, it } from 'vitest'
import type { ProjectRemedy } from '#contract/remedies.ts'
import { delayedWords, goingFirstWords, harms, shopWords } from './remedy-effect.ts'

const delayed = (projectNumber: string, latenessDays: number, latenessDaysBefore = -1) => ({
  projectId: projectNumber,
  projectNumber,
  projectName: 'Frame',
  latenessDaysBefore,
  latenessDays,
})

const remedy = (over: Partial<ProjectRemedy> = {}): ProjectRemedy => ({
  code: 'goFirst',
  operation: null,
  workCenter: { categoryId: 'saw', name: 'Saw', kind: 'inside' },
  changes: [],
  method: 'keepSequence',
  ahead: null,
  completionDate: '2026-12-01T17:00:00Z',
  latenessDays: 2,
  gainMs: 3_600_000,
  lateDaysBefore: 260,
  lateDays: 260,
  laterProjects: 0,
  becomeLate: 0,
  delayed: [],
  ...over,
})

describe('the effect of a remedy on the shop', () => {
  it('is given in late days if they change', () => {
    expect(shopWords(remedy({ lateDays: 278 }))).toBe('278 late days in the shop instead of 260')
    expect(shopWords(remedy({ lateDays: 1, lateDaysBefore: 2 }))).toBe('1 late day in the shop instead of 2')
    expect(shopWords(remedy())).toBeNull()
    expect(shopWords(remedy({ lateDays: null }))).toBeNull()
  })

  it('counts every delayed project, and names the worst', () => {
    const worst = [delayed('J-2414', 4), delayed('J-2416', 4), delayed('J-2424', 4)]
    expect(delayedWords(remedy({ laterProjects: 13, becomeLate: 9, delayed: worst }))).toBe(
      '13 projects later, 9 become late: #J-2414 4 d, #J-2416 4 d, #J-2424 4 d and 6 more',
    )
    expect(delayedWords(remedy({ laterProjects: 1, becomeLate: 1, delayed: [delayed('J-1', 2)] }))).toBe(
      '1 project later, 1 becomes late: #J-1 2 d',
    )
    expect(delayedWords(remedy({ laterProjects: 2, delayed: [delayed('J-1', 6, 2)] }))).toBe(
      '2 projects later, none becomes late, #J-1 6 d late instead of 2 d',
    )
    expect(delayedWords(remedy())).toBeNull()
  })

  it('of going first is given as the cost for other projects', () => {
    expect(goingFirstWords(remedy({ laterProjects: 15, becomeLate: 1 }))).toBe(
      'Going first would make 1 other project late.',
    )
    expect(goingFirstWords(remedy({ laterProjects: 2, lateDays: 250 }))).toBe(
      'Going first would end 2 other projects later and make none late: 250 late days in the shop instead of 260.',
    )
    expect(goingFirstWords(remedy())).toBe('Going first would delay no other project.')
  })

  it('carries a warning only if a project or the shop has more late days', () => {
    expect(harms(remedy({ laterProjects: 2 }))).toBe(false)
    expect(harms(remedy({ lateDays: 74 }))).toBe(false)
    expect(harms(remedy({ lateDays: 278 }))).toBe(true)
    expect(harms(remedy({ laterProjects: 1, becomeLate: 1 }))).toBe(true)
  })
})

import { describe, expect, it } from 'vitest'
import type { ProjectRemedy } from '#contract/remedies.ts'
import { delayedWords, harms, shopWords } from './remedy-effect.ts'
import { remedyTitle } from './remedy-title.ts'

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

const titleOf = (over: Partial<ProjectRemedy>) =>
  remedyTitle(remedy(over), {
    dates: { zone: 'America/Chicago', dateFormat: 'MM/dd/yyyy', timeFormat: '12h' },
    nowMs: 0,
  })

describe('what a remedy does to the shop', () => {
  it('is told in its late days, where they change', () => {
    expect(shopWords(remedy({ lateDays: 278 }))).toBe('278 late days in the shop instead of 260')
    expect(shopWords(remedy({ lateDays: 1, lateDaysBefore: 2 }))).toBe('1 late day in the shop instead of 2')
    expect(shopWords(remedy())).toBeNull()
    expect(shopWords(remedy({ lateDays: null }))).toBeNull()
  })

  it('counts every project that pays for it, and names the worst', () => {
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

  it('warns only where a project or the shop pays in late days', () => {
    expect(harms(remedy({ laterProjects: 2 }))).toBe(false)
    expect(harms(remedy({ lateDays: 74 }))).toBe(false)
    expect(harms(remedy({ lateDays: 278 }))).toBe(true)
    expect(harms(remedy({ laterProjects: 1, becomeLate: 1 }))).toBe(true)
  })
})

describe('what a remedy is called', () => {
  const operation = { operationId: 'o', projectId: 'p', projectNumber: 'J-2424', name: 'Saw blanks' }

  it('names one operation only where it goes ahead of just that one', () => {
    expect(titleOf({ ahead: 1, operation })).toBe('Go ahead of #J-2424 Saw blanks')
    expect(titleOf({ ahead: 13 })).toBe('Go to the front at Saw, ahead of 13 others')
  })

  it('says that the plan is made again', () => {
    const changes: ProjectRemedy['changes'] = [{ kind: 'category', categoryId: 'saw', capacity: 2 }]
    expect(titleOf({ code: 'addCapacity', changes, method: 'optimize' })).toBe(
      'Saw: 2 at once instead of 1, then schedule again',
    )
    expect(titleOf({ code: 'scheduleAgain', method: 'optimize' })).toBe('Schedule again')
    const raised: ProjectRemedy['changes'] = [{ kind: 'project', projectId: 'p', fields: { priority: 81 } }]
    expect(titleOf({ method: 'optimize', changes: raised })).toBe('Raise the priority to P81, then schedule again')
  })
})

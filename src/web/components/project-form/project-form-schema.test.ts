import { describe, expect, it } from 'vitest'
import type { Project } from '#contract/projects.ts'
import { projectFormSchema } from './project-form-schema.ts'
import { projectFormValues } from './project-form-values.ts'

const zone = 'America/Chicago'
const endOfTodayMs = Date.parse('2026-11-19T06:00:00Z')
const stored = {
  projectName: 'Conveyor Frame',
  projectNumber: '1042',
  priority: 85,
  status: 'In Progress',
  currentPhase: 'production',
  progressPercentage: 43,
  plannedShipDate: '2026-11-20T21:30:00.000Z',
  actualShipDate: null,
  operationCount: 11,
} as Project

const problemsOf = (project: Project | null, change: object) => {
  const values = { ...projectFormValues(project, zone), ...change }
  const parsed = projectFormSchema(project, zone, endOfTodayMs).safeParse(values)
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => [path.join('.'), message])
}

describe('projectFormSchema', () => {
  it("sends a new date as 08:00 in the reader's time zone", () => {
    const values = { ...projectFormValues(null, zone), projectName: 'Chute', plannedShipDate: '2026-07-01' }
    expect(projectFormSchema(null, zone, endOfTodayMs).parse(values).plannedShipDate).toBe('2026-07-01T13:00:00.000Z')
  })

  it('keeps the time of day of a date that was not changed', () => {
    const sent = projectFormSchema(stored, zone, endOfTodayMs).parse(projectFormValues(stored, zone))
    expect(sent.plannedShipDate).toBe(stored.plannedShipDate)
  })

  it('sends no number for a new project and no progress for a stored one', () => {
    const created = projectFormSchema(null, zone, endOfTodayMs).parse({
      ...projectFormValues(null, zone),
      projectName: 'Chute',
    })
    expect(created).not.toHaveProperty('projectNumber')
    expect(created.progressPercentage).toBe(0)
    expect(projectFormSchema(stored, zone, endOfTodayMs).parse(projectFormValues(stored, zone))).not.toHaveProperty(
      'progressPercentage',
    )
  })

  it('the form shows the progress of the operations as a whole percentage, as the page does', () => {
    const progressOf = (project: object) => projectFormValues({ ...stored, ...project }, zone).progressPercentage
    expect(progressOf({ progressPercentage: 87.92 })).toBe('88')
    expect(progressOf({ progressPercentage: 87.92, operationCount: 0 })).toBe('87.92')
  })

  it.each<[string, Project | null, object, [string, string]]>([
    ['no name', null, { projectName: '  ' }, ['projectName', 'Project name is required']],
    ['a number that was removed', stored, { projectNumber: ' ' }, ['projectNumber', 'Project number is required']],
    ['a priority out of range', stored, { priority: '101' }, ['priority', 'At most 100']],
    ['an empty priority', stored, { priority: '' }, ['priority', 'Enter a whole number from 0 to 100']],
    [
      'a date out of range',
      stored,
      { plannedShipDate: '2199-01-01' },
      ['plannedShipDate', 'Dates go from 1900-01-01 to 2099-12-31'],
    ],
    [
      'a shipment tomorrow',
      stored,
      { currentPhase: 'shipped', actualShipDate: '2026-11-19' },
      ['actualShipDate', 'The actual ship date cannot be later than today.'],
    ],
    ['an invisible name', null, { projectName: '\u200B' }, ['projectName', 'Project name is required']],
    [
      'an invisible number',
      null,
      { projectNumber: '\u200B', projectName: 'Chute' },
      ['projectNumber', 'Project number needs at least one visible character'],
    ],
    [
      'a shipped project without an actual ship date',
      stored,
      { currentPhase: 'shipped' },
      ['actualShipDate', 'Actual Ship Date is required'],
    ],
  ])('refuses %s', (_, project, change, problem) => {
    expect(problemsOf(project, { projectName: 'Chute', ...change })).toEqual([problem])
  })
})

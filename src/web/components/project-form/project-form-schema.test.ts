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
  it('sends a new date as 08:00 in the zone of the reader', () => {
    const values = { ...projectFormValues(null, zone), projectName: 'Chute', plannedShipDate: '2026-07-01' }
    expect(projectFormSchema(null, zone, endOfTodayMs).parse(values).plannedShipDate).toBe('2026-07-01T13:00:00.000Z')
  })

  it('leaves the hour of a date that was not touched', () => {
    const sent = projectFormSchema(stored, zone, endOfTodayMs).parse(projectFormValues(stored, zone))
    expect(sent.plannedShipDate).toBe(stored.plannedShipDate)
  })

  it('leaves the number of a new project to the server, and progress to the operations', () => {
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

  it.each<[string, Project | null, object, [string, string]]>([
    ['no name', null, { projectName: '  ' }, ['projectName', 'Project name is required']],
    ['number taken away', stored, { projectNumber: ' ' }, ['projectNumber', 'Project number is required']],
    ['priority out of range', stored, { priority: '101' }, ['priority', 'At most 100']],
    ['priority empty', stored, { priority: '' }, ['priority', 'Enter a whole number from 0 to 100']],
    [
      'date out of range',
      stored,
      { plannedShipDate: '2199-01-01' },
      ['plannedShipDate', 'Dates go from 1900-01-01 to 2099-12-31'],
    ],
    [
      'shipped tomorrow',
      stored,
      { currentPhase: 'shipped', actualShipDate: '2026-11-19' },
      ['actualShipDate', 'The actual ship date cannot be later than today.'],
    ],
    ['a name nobody can see', null, { projectName: '\u200B' }, ['projectName', 'Project name is required']],
    [
      'a number nobody can see',
      null,
      { projectNumber: '\u200B', projectName: 'Chute' },
      ['projectNumber', 'Project number needs at least one visible character'],
    ],
    [
      'shipped without its date',
      stored,
      { currentPhase: 'shipped' },
      ['actualShipDate', 'Actual Ship Date is required'],
    ],
  ])('refuses %s', (_, project, change, problem) => {
    expect(problemsOf(project, { projectName: 'Chute', ...change })).toEqual([problem])
  })
})

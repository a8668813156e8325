import { describe, expect, it } from 'vitest'
import type { Operation } from '#contract/operations.ts'
import { ApiError } from '#web/api/api-error.ts'
import { atCenter, changedFields, operationProblems, operationSchema, operationValues } from './operation-values.ts'
import { fieldsOver } from './stale-operation.tsx'

const zone = 'America/Chicago'
const idOf = (digit: string) =>
  `${digit.repeat(8)}-${digit.repeat(4)}-4${digit.repeat(3)}-8${digit.repeat(3)}-${digit.repeat(12)}`
const stored = {
  operationId: idOf('a'),
  name: 'Weld frame',
  description: '',
  progressPercentage: 40,
  durationHours: 20,
  scheduledStartDate: '2026-11-18T14:00:30.000Z',
  scheduledEndDate: '2026-11-19T15:30:00.000Z',
  actualStartDate: null,
  actualEndDate: null,
  dependencies: [idOf('b')],
  dependencyLagHours: { [idOf('b')]: 4 },
  dependencyLagUnits: {},
  dependencyMaxLagHours: {},
  dependencyOverlapPercent: {},
  categoryId: null,
  alternatives: [],
  categoryFixed: false,
  sequence: 60,
  onHold: false,
  pinned: false,
  notes: '',
} as unknown as Operation
const before = operationValues(stored, zone)
const parse = (change: Partial<typeof before>) => operationSchema(zone).safeParse({ ...before, ...change })
const saved = (change: Partial<typeof before>) => {
  const parsed = parse(change)
  if (!parsed.success) throw parsed.error
  return changedFields(parsed.data, before, { ...before, ...change })
}

describe('the changes that the form sends', () => {
  it('swap the work center and its hours with the chosen alternative', () => {
    const [lathe, mill] = [idOf('c'), idOf('d')]
    const alternatives = [{ categoryId: mill, durationHours: '6' }]
    const moved = atCenter({ categoryId: lathe, durationHours: '20', alternatives }, mill)
    expect(saved({ categoryId: mill, ...moved })).toEqual({
      categoryId: mill,
      durationHours: 6,
      alternatives: [{ categoryId: lathe, durationHours: 20 }],
    })
    expect(saved({ categoryId: '', alternatives })).toEqual({ alternatives: [] })
    expect(atCenter({ categoryId: '', durationHours: '20', alternatives }, mill)).toMatchObject({ alternatives: [] })
  })

  it('are empty if nothing was changed, even if a stored date has seconds that the field cannot show', () => {
    expect(before.scheduledStartDate).toBe('2026-11-18T08:00')
    expect(saved({})).toEqual({})
  })

  it('contain only the changed fields, with dates read in the time zone of the reader', () => {
    expect(saved({ name: ' Weld ', durationHours: '12.5' })).toEqual({ name: 'Weld', durationHours: 12.5 })
    expect(saved({ scheduledEndDate: '2026-11-20T06:00' })).toEqual({ scheduledEndDate: '2026-11-20T12:00:00.000Z' })
    expect(saved({ scheduledEndDate: '' })).toEqual({ scheduledEndDate: null })
  })

  it('contain the dependencies together with their lags', () => {
    expect(
      saved({
        dependencies: [
          { operationId: idOf('c'), lagHours: '', lagUnit: 'working', maxLagHours: ' ', overlapPercent: '40' },
        ],
      }),
    ).toEqual({
      dependencies: [idOf('c')],
      dependencyLagHours: { [idOf('c')]: 0 },
      dependencyLagUnits: { [idOf('c')]: 'working' },
      dependencyMaxLagHours: { [idOf('c')]: null },
      dependencyOverlapPercent: { [idOf('c')]: 40 },
    })
  })

  it.each([
    ['name', { name: '  ' }, 'Name is required'],
    ['durationHours', { durationHours: 'soon' }, 'Enter the working hours as a number, such as 7.5'],
    ['durationHours', { durationHours: '' }, 'Enter the working hours as a number, such as 7.5'],
    ['durationHours', { durationHours: '-1' }, 'At least 0'],
    ['sequence', { sequence: '1.5' }, 'Whole numbers only'],
  ])('are not sent when there is a mistake in %s', (field, change, message) => {
    expect(parse(change).error?.issues).toMatchObject([{ path: [field], message }])
  })
})

describe('a refusal of the server', () => {
  it('is shown at its field; a cycle or an invalid lag is shown at the dependencies', () => {
    const cycle = new ApiError('cycle', 'These operations wait for each other: A -> B -> A', { status: 422 })
    expect(operationProblems(cycle)).toEqual([
      { path: 'dependencies', message: 'These operations wait for each other: A -> B -> A' },
    ])
    const problems = [
      { path: 'dependencyLagHours.x', message: 'At least 0' },
      { path: 'name', message: 'Name is required' },
    ]
    expect(operationProblems(new ApiError('validation', 'Not valid', { problems }))).toEqual([
      { path: 'dependencies', message: 'At least 0' },
      { path: 'name', message: 'Name is required' },
    ])
    expect(operationProblems(new ApiError('rule', 'The scheduled end is before the scheduled start.'))).toEqual([])
  })
})

describe('a merged record', () => {
  it('sends only differences from the stored record, without lags of removed dependencies', () => {
    const theirs = { ...stored, name: 'Weld frame A' }
    expect(fieldsOver(theirs, { ...theirs, progressPercentage: 60, dependencies: [] })).toEqual({
      progressPercentage: 60,
      dependencies: [],
      dependencyLagHours: {},
    })
    expect(fieldsOver(theirs, theirs)).toEqual({})
  })

  it('names a removed lag, because the server preserves a lag that is not named', () => {
    const theirs: Operation = { ...stored, dependencyLagUnits: { [idOf('b')]: 'calendar' } }
    expect(fieldsOver(theirs, { ...theirs, dependencyLagHours: {}, dependencyLagUnits: {} })).toEqual({
      dependencyLagHours: { [idOf('b')]: 0 },
      dependencyLagUnits: { [idOf('b')]: 'working' },
    })
  })
})

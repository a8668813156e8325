import { describe, expect, it } from 'vitest'
import {
  type Dependency,
  type DependencyChange,
  lagsWithoutDependency,
  mergeDependencies,
} from './merge-dependencies.ts'

const before: Dependency[] = [
  { predecessorId: 'a', lagHours: 2, lagUnit: 'calendar' },
  { predecessorId: 'b', lagHours: 0, lagUnit: 'working' },
]
const text = (change: DependencyChange, mode?: 'replace' | 'add') =>
  mergeDependencies(before, change, mode)
    .map(({ predecessorId, lagHours }) => `${predecessorId}${lagHours}`)
    .join(' ')

describe('mergeDependencies', () => {
  it.each<[string, DependencyChange, string]>([
    ['nothing sent', {}, 'a2 b0'],
    ['the first again', { dependsOnOperationId: 'a' }, 'a2 b0'],
    ['another of the list comes first', { dependsOnOperationId: 'b' }, 'b0 a2'],
    ['a new one replaces the first', { dependsOnOperationId: 'c' }, 'c0 b0'],
    ['null waits for nothing', { dependsOnOperationId: null }, ''],
    ['a list replaces, lags stay', { dependencies: ['c', 'a', 'c'] }, 'c0 a2'],
    ['list and first together', { dependencies: ['c', 'a'], dependsOnOperationId: 'a' }, 'a2 c0'],
    ['an empty list', { dependencies: [] }, ''],
    ['a lag alone', { dependencyLagHours: { B: 1.5 } }, 'a2 b1.5'],
  ])('%s', (_, change, expected) => expect(text(change)).toBe(expected))

  it('adds new dependencies to the present ones', () => {
    expect(text({ dependsOnOperationId: 'c', dependencyLagHours: { c: 4 } }, 'add')).toBe('a2 b0 c4')
    expect(text({ dependsOnOperationId: 'a' }, 'add')).toBe('a2 b0')
  })

  it.each<[string, DependencyChange, string]>([
    ['stays with its predecessor', { dependencies: ['c', 'a'], dependencyLagHours: { a: 9 } }, 'working calendar'],
    ['changes when it is sent', { dependencyLagUnits: { A: 'working', b: 'calendar' } }, 'working calendar'],
  ])('the unit of a lag %s', (_, change, expected) => {
    expect(
      mergeDependencies(before, change)
        .map(({ lagUnit }) => lagUnit)
        .join(' '),
    ).toBe(expected)
  })

  it('names lags and units that belong to no dependency', () => {
    expect(lagsWithoutDependency(before, { dependencyLagUnits: { y: 'calendar' } })).toEqual(['y'])
    expect(lagsWithoutDependency(before, { dependencyLagHours: { A: 1, x: 1 } })).toEqual(['x'])
  })
})

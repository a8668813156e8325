import { describe, expect, it } from 'vitest'
import { type Dependency, type DependencyChange, lagProblem, mergeDependencies } from './merge-dependencies.ts'

const before: Dependency[] = [
  { predecessorId: 'a', lagHours: 2, lagUnit: 'calendar', maxLagHours: 8, overlapPercent: 40 },
  { predecessorId: 'b', lagHours: 0, lagUnit: 'working', maxLagHours: null, overlapPercent: null },
]
const text = (change: DependencyChange, mode?: 'replace' | 'add') =>
  mergeDependencies(before, change, mode)
    .map(({ predecessorId, lagHours }) => `${predecessorId}${lagHours}`)
    .join(' ')

describe('mergeDependencies', () => {
  it.each<[string, DependencyChange, (number | null)[]]>([
    ['stays with its predecessor', { dependencies: ['a', 'c'] }, [40, null]],
    ['changes when it is sent', { dependencyOverlapPercent: { B: 25 } }, [40, 25]],
    ['is removed by null', { dependencyOverlapPercent: { a: null } }, [null, null]],
  ])('an overlap %s', (_, change, expected) => {
    expect(mergeDependencies(before, change).map(({ overlapPercent }) => overlapPercent)).toEqual(expected)
  })

  it.each<[string, DependencyChange, string]>([
    ['nothing sent', {}, 'a2 b0'],
    ['the first one again changes nothing', { dependsOnOperationId: 'a' }, 'a2 b0'],
    ['another one of the list becomes the first', { dependsOnOperationId: 'b' }, 'b0 a2'],
    ['a new one replaces the first', { dependsOnOperationId: 'c' }, 'c0 b0'],
    ['null clears the list', { dependsOnOperationId: null }, ''],
    ['a list replaces the old one, and lags stay', { dependencies: ['c', 'a', 'c'] }, 'c0 a2'],
    ['a list and its first one agree', { dependencies: ['c', 'a'], dependsOnOperationId: 'a' }, 'a2 c0'],
    ['an empty list clears the dependencies', { dependencies: [] }, ''],
    ['a lag can be sent by itself', { dependencyLagHours: { B: 1.5 } }, 'a2 b1.5'],
  ])('%s', (_, change, expected) => expect(text(change)).toBe(expected))

  it('new dependencies are added to the existing ones', () => {
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

  it.each<[string, DependencyChange, (number | null)[]]>([
    ['stays with its predecessor', { dependencies: ['a', 'c'] }, [8, null]],
    ['changes when it is sent', { dependencyMaxLagHours: { B: 3 } }, [8, 3]],
    ['is removed by null', { dependencyMaxLagHours: { a: null } }, [null, null]],
  ])('the longest lag %s', (_, change, expected) =>
    expect(mergeDependencies(before, change).map(({ maxLagHours }) => maxLagHours)).toEqual(expected),
  )

  it.each<[string, DependencyChange, string | undefined]>([
    ['a lag without a dependency', { dependencyLagHours: { A: 1, x: 1 } }, 'dependencyLagHours'],
    ['a unit without a dependency', { dependencyLagUnits: { y: 'calendar' } }, 'dependencyLagHours'],
    ['a lag above the longest lag', { dependencyLagHours: { a: 8.5 } }, 'dependencyMaxLagHours'],
    ['no problem up to the longest lag', { dependencyLagHours: { a: 8 } }, undefined],
  ])('lagProblem reports %s', (_, change, path) =>
    expect(lagProblem(mergeDependencies(before, change), change)?.path).toBe(path),
  )
})

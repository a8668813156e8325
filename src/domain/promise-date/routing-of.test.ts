import { describe, expect, it } from 'vitest'
import type { RoutingStep } from '#contract/promise-date.ts'
import { routingOf, withDetails } from './routing-of.ts'

const step = (name: string, categoryId: string | null, durationHours: number) => ({ name, categoryId, durationHours })

describe('routingOf', () => {
  const operation = (operationId: string, ...dependencies: string[]) => ({
    ...step(operationId, null, 1),
    operationId,
    dependencies,
  })
  const waits = (steps: readonly { readonly name: string; readonly after?: number[] }[]) =>
    steps.map(({ name, after }) => [name, after])

  it('takes what the operations of a project wait for, in an order in which that comes first', () => {
    const project = [operation('join', 'face', 'cut'), operation('cut'), operation('face'), operation('pack', 'join')]
    expect(waits(routingOf(project))).toEqual([
      ['cut', undefined],
      ['face', []],
      ['join', [0, 1]],
      ['pack', undefined],
    ])
  })

  it('leaves out what belongs to another project', () => {
    expect(waits(routingOf([operation('cut'), operation('face', 'elsewhere')]))).toEqual([
      ['cut', undefined],
      ['face', []],
    ])
  })

  it('takes people, alternatives, setup families, pieces, notes, lags and overlaps along', () => {
    const cut = {
      ...operation('cut'),
      poolId: 'crew',
      alternatives: [{ categoryId: 'mill', durationHours: 2 }],
      categoryFixed: true,
      setupFamily: 'Steel',
      description: 'Fine blade',
      setupHours: 1,
      hoursPerPiece: null,
      quantity: null,
    }
    const pack = {
      ...operation('pack', 'cut'),
      dependencyLagHours: { cut: 4 },
      dependencyLagUnits: { cut: 'calendar' as const },
      dependencyMaxLagHours: { cut: 24 },
      dependencyOverlapPercent: { cut: 50 },
    }
    expect(routingOf([pack, cut])).toEqual([
      {
        ...step('cut', null, 1),
        poolId: 'crew',
        alternatives: [{ categoryId: 'mill', durationHours: 2 }],
        categoryFixed: true,
        setupFamily: 'Steel',
        description: 'Fine blade',
        setupHours: 1,
      },
      {
        ...step('pack', null, 1),
        dependencyLagHours: { 0: 4 },
        dependencyLagUnits: { 0: 'calendar' },
        dependencyMaxLagHours: { 0: 24 },
        dependencyOverlapPercent: { 0: 50 },
      },
    ])
  })
})

describe('withDetails', () => {
  const resources = [
    { categoryId: 'saw', kind: 'inside' as const },
    { categoryId: 'mill', kind: 'inside' as const },
    { categoryId: 'crew', kind: 'pool' as const },
  ]
  const source = [
    { ...step('Cut', 'saw', 4), poolId: 'crew', setupFamily: 'Steel' },
    {
      ...step('Face', 'mill', 6),
      alternatives: [{ categoryId: 'saw', durationHours: 8 }],
      setupHours: 2,
      hoursPerPiece: 4,
    },
    { ...step('Paint', null, 2), dependencyLagHours: { 1: 12 } },
  ]
  const typed = (...steps: RoutingStep[]) =>
    withDetails(steps, source, resources).map(({ name, categoryId, durationHours, after, ...details }) => details)
  const [cut, face, paint] = [
    { poolId: 'crew', setupFamily: 'Steel' },
    { alternatives: [{ categoryId: 'saw', durationHours: 8 }], setupHours: 2, hoursPerPiece: 4 },
    { dependencyLagHours: { 1: 12 } },
  ]

  it('gives every line of an unchanged text what its operation had', () => {
    expect(
      typed(...source.map(({ name, categoryId, durationHours }) => step(name, categoryId, durationHours))),
    ).toEqual([cut, face, paint])
  })

  it('finds operations by their names when lines are added, removed or moved', () => {
    const lines = [step('Inspect', null, 1), step('Face', 'mill', 6), step('Paint', null, 2)]
    expect(typed(...lines)).toEqual([{}, face, paint])
    expect(typed(step('Paint', null, 2), step('Cut', 'saw', 4))).toEqual([{}, cut])
  })

  it('keeps the details of a line that is renamed, but gives none to a new line at another work center', () => {
    expect(typed(step('Saw to length', 'saw', 4))).toEqual([cut])
    expect(typed(step('Turn', 'mill', 4))).toEqual([{}])
  })

  it('drops setup hours when the hours are typed, and an alternative when it becomes the work center', () => {
    expect(typed(step('Face', 'mill', 7))).toEqual([{ alternatives: [{ categoryId: 'saw', durationHours: 8 }] }])
    expect(typed(step('Face', 'saw', 6))).toEqual([{ setupHours: 2, hoursPerPiece: 4 }])
  })

  it('drops the lag of a predecessor for which the line no longer waits', () => {
    const lines = [step('Cut', 'saw', 4), step('Face', 'mill', 6), { ...step('Paint', null, 2), after: [0] }]
    expect(typed(...lines)[2]).toEqual({})
  })

  it('drops pools and alternatives that no longer exist', () => {
    const plain = source.map(({ name, categoryId, durationHours }) => step(name, categoryId, durationHours))
    const [one, two] = withDetails(plain, source, [{ categoryId: 'mill', kind: 'inside' }])
    expect(one).toEqual({ ...step('Cut', 'saw', 4), setupFamily: 'Steel' })
    expect(two).toEqual({ ...step('Face', 'mill', 6), setupHours: 2, hoursPerPiece: 4 })
  })
})

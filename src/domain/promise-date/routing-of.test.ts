import { describe, expect, it } from 'vitest'
import type { RoutingStep } from '#contract/promise-date.ts'
import { routingOf, withDetails } from './routing-of.ts'

const step = (name: string, categoryId: string | null, durationHours: number) => ({ name, categoryId, durationHours })

const nowMs = Date.UTC(2026, 10, 18)

describe('routingOf', () => {
  const operation = (operationId: string, ...dependencies: string[]) => ({
    ...step(operationId, null, 1),
    operationId,
    dependencies,
  })
  const waits = (steps: readonly { readonly name: string; readonly after?: number[] }[]) =>
    steps.map(({ name, after }) => [name, after])

  it('the routing contains what the operations wait for, with predecessors first', () => {
    const project = [operation('join', 'face', 'cut'), operation('cut'), operation('face'), operation('pack', 'join')]
    expect(waits(routingOf(project, nowMs))).toEqual([
      ['cut', undefined],
      ['face', []],
      ['join', [0, 1]],
      ['pack', undefined],
    ])
  })

  it('links to other projects are left out', () => {
    expect(waits(routingOf([operation('cut'), operation('face', 'elsewhere')], nowMs))).toEqual([
      ['cut', undefined],
      ['face', []],
    ])
  })

  it('people, alternatives, setup families, pieces, notes, lags and overlaps are included', () => {
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
    expect(routingOf([pack, cut], nowMs)).toEqual([
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

describe('the material of a copied operation', () => {
  it.each([
    ['2026-11-20T08:00:00.000Z', { materialReadyDate: '2026-11-20T08:00:00.000Z', materialNote: 'Castings' }],
    ['2026-11-17T08:00:00.000Z', { materialNote: 'Castings' }],
    [null, { materialNote: 'Castings' }],
  ])('with the date %s is copied if the date is still ahead', (materialReadyDate, copied) => {
    const cut = {
      ...step('Cut', null, 1),
      operationId: 'cut',
      dependencies: [],
      materialReadyDate,
      materialNote: 'Castings',
    }
    expect(routingOf([cut], nowMs)).toEqual([{ ...step('Cut', null, 1), ...copied }])
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

  it('every line of an unchanged text gets the details of its operation', () => {
    expect(
      typed(...source.map(({ name, categoryId, durationHours }) => step(name, categoryId, durationHours))),
    ).toEqual([cut, face, paint])
  })

  it('operations are matched by name when lines are added, removed or moved', () => {
    const lines = [step('Inspect', null, 1), step('Face', 'mill', 6), step('Paint', null, 2)]
    expect(typed(...lines)).toEqual([{}, face, paint])
    expect(typed(step('Paint', null, 2), step('Cut', 'saw', 4))).toEqual([{}, cut])
  })

  it('a renamed line keeps its details, but a new line at another work center gets none', () => {
    expect(typed(step('Saw to length', 'saw', 4))).toEqual([cut])
    expect(typed(step('Turn', 'mill', 4))).toEqual([{}])
  })

  it('setup hours are dropped if the hours are typed, and so is an alternative that becomes the work center', () => {
    expect(typed(step('Face', 'mill', 7))).toEqual([{ alternatives: [{ categoryId: 'saw', durationHours: 8 }] }])
    expect(typed(step('Face', 'saw', 6))).toEqual([{ setupHours: 2, hoursPerPiece: 4 }])
  })

  it('the lag of a predecessor is dropped if the line no longer waits for it', () => {
    const lines = [step('Cut', 'saw', 4), step('Face', 'mill', 6), { ...step('Paint', null, 2), after: [0] }]
    expect(typed(...lines)[2]).toEqual({})
  })

  it('a transfer batch is dropped with the quantity of which it is a part', () => {
    const pieces = { setupHours: null, hoursPerPiece: 1, quantity: 4, transferBatch: 2 }
    const [same, other] = [4, 5].map((hours) =>
      withDetails([step('Cut', 'saw', hours)], [{ ...step('Cut', 'saw', 4), ...pieces }], resources),
    )
    expect(same).toEqual([{ ...step('Cut', 'saw', 4), hoursPerPiece: 1, quantity: 4, transferBatch: 2 }])
    expect(other).toEqual([step('Cut', 'saw', 5)])
  })

  it('a field that has a column in the text is read from the text alone', () => {
    const [one, two] = withDetails(
      [step('Cut', 'saw', 4), { ...step('Face', 'mill', 6), poolId: 'crew' }],
      source,
      resources,
      ['poolId', 'quantity'],
    )
    expect(one).toEqual({ ...step('Cut', 'saw', 4), setupFamily: 'Steel' })
    expect(two).toEqual({
      ...step('Face', 'mill', 6),
      poolId: 'crew',
      alternatives: [{ categoryId: 'saw', durationHours: 8 }],
    })
  })

  it('pools and alternatives that no longer exist are dropped', () => {
    const plain = source.map(({ name, categoryId, durationHours }) => step(name, categoryId, durationHours))
    const [one, two] = withDetails(plain, source, [{ categoryId: 'mill', kind: 'inside' }])
    expect(one).toEqual({ ...step('Cut', 'saw', 4), setupFamily: 'Steel' })
    expect(two).toEqual({ ...step('Face', 'mill', 6), setupHours: 2, hoursPerPiece: 4 })
  })
})

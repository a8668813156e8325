import { describe, expect, it } from 'vitest'
import { type RepeatedOperation, repeatOperations } from './repeat-operations.ts'

const operation = (operationId: string, fields: Partial<RepeatedOperation> = {}): RepeatedOperation => ({
  operationId,
  name: `Operation ${operationId}`,
  description: '',
  partNumber: '',
  durationHours: 8,
  categoryId: null,
  categoryFixed: false,
  poolId: null,
  alternatives: [],
  sequence: 10,
  setupHours: null,
  hoursPerPiece: null,
  quantity: null,
  transferBatch: null,
  setupFamily: '',
  dependencies: [],
  dependencyLagHours: {},
  dependencyLagUnits: {},
  dependencyMaxLagHours: {},
  dependencyOverlapPercent: {},
  ...fields,
})

const repeated = (operations: RepeatedOperation[], quantity?: number) => {
  let last = 0
  return repeatOperations(operations, quantity, () => `new-${++last}`)
}

describe('repeated operations', () => {
  it('copies have new ids, and links among them with the same lags and overlaps, also to later operations', () => {
    const [first, second] = repeated([
      operation('a', {
        dependencies: ['b'],
        dependencyLagHours: { b: 4 },
        dependencyLagUnits: { b: 'calendar' },
        dependencyMaxLagHours: { b: 16 },
        dependencyOverlapPercent: { b: 50 },
      }),
      operation('b'),
    ])
    expect(first).toMatchObject({
      operationId: 'new-1',
      input: {
        dependencies: ['new-2'],
        dependencyLagHours: { 'new-2': 4 },
        dependencyLagUnits: { 'new-2': 'calendar' },
        dependencyMaxLagHours: { 'new-2': 16 },
        dependencyOverlapPercent: { 'new-2': 50 },
      },
    })
    expect(second).toMatchObject({ operationId: 'new-2', input: { dependencies: [] } })
  })

  it('a new quantity scales hours per piece, and leaves other hours unchanged', () => {
    const [plain, byPiece, setupOnly] = repeated(
      [
        operation('a'),
        operation('b', { setupHours: 2, hoursPerPiece: 0.5, quantity: 10, durationHours: 7 }),
        operation('c', { setupHours: 2, durationHours: 2 }),
      ],
      40,
    )
    expect(plain?.input).toMatchObject({ durationHours: 8, quantity: null })
    expect(byPiece?.input).toMatchObject({ setupHours: 2, hoursPerPiece: 0.5, quantity: 40 })
    expect(byPiece?.input).not.toHaveProperty('durationHours')
    expect(setupOnly?.input).toMatchObject({ setupHours: 2, hoursPerPiece: null, quantity: null })
  })

  it('copies keep the quantity of the original if none is given', () => {
    const [same] = repeated([operation('a', { hoursPerPiece: 0.5, quantity: 10 })])
    expect(same?.input.quantity).toBe(10)
  })
})

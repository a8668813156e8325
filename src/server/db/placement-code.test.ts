// @module-tag bothEngines
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Placement, PlacementFactor, PlacementWarning, UnplacedReason } from '#contract/placement.ts'
import { lagUnits } from '#contract/vocabulary.ts'
import { decodePlacement, encodePlacement } from './placement-code.ts'

const id = fc.oneof({ weight: 9, arbitrary: fc.uuid() }, { weight: 1, arbitrary: fc.string() })
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })
const text = fc.string({ unit: 'binary' })
const number = fc.oneof(
  fc.integer({ min: -100, max: 35_000_000 }).map((minutes) => minutes * 60_000),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
)

/** Values for every field of the contract. The test fails for a new field that has none here. */
const values: Record<string, fc.Arbitrary<unknown>> = {
  at: number,
  binding: fc.boolean(),
  operationId: id,
  categoryId: id,
  lagHours: fc.oneof(
    fc.integer({ min: -400, max: 400 }).map((count) => count / 4),
    number,
  ),
  fromFamily: text,
  toFamily: text,
  hours: fc.oneof(
    fc.integer({ min: 0, max: 400 }).map((count) => count / 4),
    number,
  ),
  lagUnit: fc.constantFrom(...lagUnits),
  overlapPercent: fc.integer({ min: 1, max: 99 }),
  lastBatch: fc.boolean(),
  holiday: orNull(text),
  until: number,
  phase: text,
  operationIds: fc.array(id),
  available: fc.option(fc.record({ units: number, usual: number, fromMs: number, untilMs: orNull(number) }), {
    nil: undefined,
  }),
}
const optional = new Set(['lagUnit', 'overlapPercent', 'lastBatch'])
const nullable = new Set(['workCentreBusy operationId', 'noWorkingTime categoryId'])

type Code = { readonly def: { readonly values: readonly string[] } }
type Option = { readonly shape: Readonly<Record<string, unknown>> & { readonly code: Code } }
const said = (options: readonly Option[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    ...options.map(({ shape }) =>
      fc.record(
        Object.fromEntries(
          Object.keys(shape).map((name) => {
            if (name === 'code') return [name, fc.constantFrom(...shape.code.def.values)]
            const value = values[name]
            if (!value) throw new Error(`The contract has a field that this test does not know: ${name}`)
            return [name, nullable.has(`${shape.code.def.values[0]} ${name}`) ? orNull(value) : value]
          }),
        ),
        { requiredKeys: Object.keys(shape).filter((name) => !optional.has(name)) },
      ),
    ),
  )
const placement = fc.record({
  factors: fc.array(said(PlacementFactor.def.options), { maxLength: 40 }),
  unplaced: orNull(said(UnplacedReason.def.options)),
  warnings: fc.array(said(PlacementWarning.def.options)),
}) as fc.Arbitrary<Placement>

const [a, b] = ['30274172-e063-4fba-b2cd-fa616a4db69e', '7d3888ca-113f-4716-a505-c581c461310c']
const usual: Placement = {
  factors: [
    { code: 'release', at: 1_795_528_800_000, binding: false },
    { code: 'predecessor', at: 1_795_579_200_000, binding: false, operationId: a, lagHours: 1.5 },
    { code: 'workCentreBusy', at: 1_795_588_200_000, binding: true, categoryId: b, operationId: a },
  ],
  unplaced: null,
  warnings: [],
}

describe('stored reasons', () => {
  it('decode to what was encoded, for everything the contract allows', () => {
    fc.assert(
      fc.property(placement, (written) => {
        const stored = encodePlacement(written)
        expect(decodePlacement(stored)).toEqual(written)
        expect(decodePlacement(Buffer.from(stored.slice(2), 'hex'))).toEqual(written)
      }),
      { numRuns: 2_000 },
    )
  })

  it('say in their first two bits whether the operation is unscheduled, and whether there are warnings', () => {
    fc.assert(
      fc.property(placement, (written) => {
        const first = Buffer.from(encodePlacement(written).slice(2, 4), 'hex')[0] ?? 0
        expect([first & 1, first & 2]).toEqual([written.unplaced ? 1 : 0, written.warnings.length > 0 ? 2 : 0])
      }),
    )
  })

  it('are short: three reasons with three ids take less than 70 bytes', () => {
    expect(encodePlacement(usual).length / 2 - 1).toBeLessThan(70)
  })

  it('keep the encoding of reasons that are already stored', () => {
    expect(encodePlacement({ ...usual, warnings: [{ code: 'pinPassed' }] })).toBe(
      '\\x0e21d081c51c23900d30274172e0634fbab2cdfa616a4db69e0c34ac027d3888ca113f4716a505c581c461310c0130274172e0634fbab2cdfa616a4db69e0103',
    )
    const json = `\\x81${Buffer.from('{"factors":[],"unplaced":{"code":"onHold"},"warnings":[]}').toString('hex')}`
    expect(decodePlacement(json)).toEqual({ factors: [], unplaced: { code: 'onHold' }, warnings: [] })
  })

  it.each(['\\x08', '\\x010f', '\\x040f'])('that are malformed are refused: %s', (stored) => {
    expect(() => decodePlacement(stored)).toThrow('Stored reasons')
  })
})

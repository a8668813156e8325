import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RoutingStep } from '#contract/promise-date.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { askedDetails } from './asked-fields.ts'
import { readRoutingTable, routingTable } from './routing-table.ts'

const saw = { categoryId: '11111111-1111-4111-8111-111111111111', name: 'Saw', kind: 'inside' as const }
const mill = { categoryId: '22222222-2222-4222-8222-222222222222', name: 'Mill 2', kind: 'inside' as const }
const crew = { categoryId: '33333333-3333-4333-8333-333333333333', name: 'Crew', kind: 'pool' as const }
const plating = { categoryId: '44444444-4444-4444-8444-444444444444', name: 'Plating', kind: 'outside' as const }
const aid = {
  resources: [saw, mill, crew, plating],
  days: {
    textOf: (instant: string) => instant.slice(0, 16).replace('T', ' '),
    instantOf: (text: string) => `${text.replace(' ', 'T')}:00.000Z`,
    usualOrder: 'mdy' as const,
  },
}
const lines = (...rows: readonly (readonly string[])[]) => rows.map((cells) => cells.join('\t')).join('\n')

describe('a table of new work', () => {
  it('a table has columns for people, alternatives, setup families, pieces, material, lags and overlaps, named as in an import', () => {
    const read = readRoutingTable(
      lines(
        [
          ...['Op', 'Operation', 'Machine', 'Crew', 'Alternate work centers', 'Family', 'Setup', 'Hours each', 'Qty'],
          ...['Transfer lot', 'Material ready', 'Predecessors', 'Hours', 'Progress %'],
        ],
        ['10', 'Cut', 'saw', 'CREW', '', 'Steel', '1', '0.5', '10', '2', '11/20/2026', '', '', '40'],
        ['20', 'Face', 'Mill 2', '', 'Saw: 8', '', '', '', '', '', '', '10FS+4eh max 8eh @50%', '6', ''],
        ['30', 'Plate', 'Plating', '-', '', '', '', '', '', '', '11/20/2026 3:30 PM', 'Cut; 20', '120', ''],
      ),
      aid,
    )
    expect(read?.problems).toEqual([])
    expect(read?.unused).toEqual(['Progress %'])
    expect(read?.steps).toEqual([
      {
        name: 'Cut',
        categoryId: saw.categoryId,
        durationHours: 6,
        poolId: crew.categoryId,
        setupFamily: 'Steel',
        setupHours: 1,
        hoursPerPiece: 0.5,
        quantity: 10,
        transferBatch: 2,
        materialReadyDate: '2026-11-20T08:00:00.000Z',
      },
      {
        name: 'Face',
        categoryId: mill.categoryId,
        durationHours: 6,
        alternatives: [{ categoryId: saw.categoryId, durationHours: 8 }],
        after: [0],
        dependencyLagHours: { 0: 4 },
        dependencyLagUnits: { 0: 'calendar' },
        dependencyMaxLagHours: { 0: 8 },
        dependencyOverlapPercent: { 0: 50 },
      },
      {
        name: 'Plate',
        categoryId: plating.categoryId,
        durationHours: 120,
        materialReadyDate: '2026-11-20T15:30:00.000Z',
        after: [0, 1],
        dependencyLagHours: { 0: 0, 1: 0 },
        dependencyLagUnits: { 0: 'working', 1: 'working' },
        dependencyMaxLagHours: { 0: null, 1: null },
        dependencyOverlapPercent: { 0: null, 1: null },
      },
    ])
  })

  it.each([
    ['Cut\tSaw\t4', 'of operations without a header'],
    ['Operation\tWork center\tHours\nCut\tSaw\t4', 'whose header names only the columns of a plain list'],
    ['Setup\tSaw\t4\nRun\tSaw\t8', 'whose first operation has the name of a column'],
  ])('the text %j is a plain list %s', (text) => {
    expect(readRoutingTable(text, aid)).toBeNull()
  })

  it.each([
    ['Cut\tSawmill\t4\t\t', 'There is no work center "Sawmill".'],
    ['Cut\tSaw\t4\tSaw\t', 'There is no pool "Saw".'],
    ['Cut\tSaw\tsoon\t\t', 'Duration: "soon" is not a number of hours, such as 7.5.'],
    ['Cut\tSaw\t4\t\tLathe: 6', 'There is no work center "Lathe".'],
    ['Cut\tPlating\t5 days\t\t', 'Work outside takes hours of the clock: 5 days are 120 h.'],
    ['\tSaw\t4\t\t', 'Name is required.'],
  ])('the line %j is reported, and the others are read', (bad, message) => {
    const header = 'Operation\tWork center\tHours\tPeople and tools\tAlternative work centers'
    const read = readRoutingTable(`${header}\n${bad}\nFace\tMill 2\t1\tCrew\t`, aid)
    expect(read?.problems).toEqual([{ line: 2, message }])
    expect(read?.steps.map(({ name }) => name)).toEqual(['Face'])
  })

  it('an operation after it, and itself, cannot be its predecessor', () => {
    const text = 'Operation\tHours\tPredecessors\tFamily\nCut\t1\t2\t\nFace\t1\tFace\t'
    expect(readRoutingTable(text, aid)?.problems.map(({ message }) => message)).toEqual([
      '"2" is not an operation before it.',
      '"Face" is not an operation before it.',
    ])
  })
})

const quarters = (least: number, most: number) => fc.integer({ min: least, max: most }).map((count) => count / 4)
const line = fc.stringMatching(/^[A-Za-z"][A-Za-z0-9 ,;:"]{0,11}[a-z"]$/)

const detailed = fc.record(
  {
    partNumber: line,
    poolId: fc.constant(crew.categoryId),
    categoryFixed: fc.constant(true),
    setupFamily: line,
    materialReadyDate: fc
      .integer({ min: 0, max: 50_000 })
      .map((n) => new Date(Date.UTC(2026, 10, 1) + n * 60_000).toISOString()),
    materialNote: line,
  },
  { requiredKeys: [] },
)

/** The hours of an operation: its own and those at an alternative, or those of the setup and the pieces. */
const hours = fc.oneof(
  quarters(0, 400).map((durationHours) => ({ durationHours })),
  fc.record({ own: quarters(0, 400), other: quarters(0, 400) }).map(({ own, other }) => ({
    durationHours: own,
    alternatives: [{ categoryId: mill.categoryId, durationHours: other }],
  })),
  fc
    .record({ setupHours: quarters(1, 40), hoursPerPiece: quarters(1, 8), quantity: fc.integer({ min: 1, max: 50 }) })
    .map((parts) => ({
      ...parts,
      durationHours: parts.setupHours + parts.hoursPerPiece * parts.quantity,
      transferBatch: 1,
    })),
)

const link = fc.record({
  lag: quarters(1, 100),
  unit: fc.constantFrom('working' as const, 'calendar' as const),
  more: fc.option(quarters(0, 40)),
  overlap: fc.option(fc.integer({ min: 1, max: 99 })),
})

const routing = fc
  .array(fc.record({ name: line, hours, detailed, link, waits: fc.nat() }), { minLength: 1, maxLength: 6 })
  .map((list) =>
    list.map(({ name, hours, detailed, link, waits }, index): RoutingStep => {
      const own = { name: `${name} ${index}`, categoryId: saw.categoryId, ...hours, ...detailed }
      const before = index === 0 ? -1 : waits % index
      if (before < 0) return own
      return {
        ...own,
        after: [before],
        dependencyLagHours: { [before]: link.lag },
        dependencyLagUnits: { [before]: link.unit },
        dependencyMaxLagHours: { [before]: link.more === null ? null : link.lag + link.more },
        dependencyOverlapPercent: { [before]: link.overlap },
      }
    }),
  )

describe('the table of a routing', () => {
  it('contains all that the routing says', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(routing, (steps) => {
        for (const step of steps) for (const name of Object.keys(step)) seen.add(name)
        expect(readRoutingTable(routingTable(steps, aid), aid)).toMatchObject({ steps, problems: [], unused: [] })
      }),
      { numRuns: Math.max(60, propertyRuns(400)) },
    )
    // A new detail must be tried here too, or be a text of several lines.
    expect(askedDetails.filter((name) => !seen.has(name))).toEqual(['description'])
  })
})

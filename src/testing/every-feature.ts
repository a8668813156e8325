import fc from 'fast-check'

/** Arguments of `randomShop` for small shops in which every feature occurs. */
export const everyFeature = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  projects: fc.integer({ min: 1, max: 20 }),
  operations: fc.integer({ min: 1, max: 12 }),
  categories: fc.integer({ min: 1, max: 6 }),
  trouble: fc.constantFrom(0, 0.3, 0.6, 1),
  materials: fc.constantFrom(0, 0.3),
  waits: fc.constantFrom(0, 0.3),
  overlaps: fc.constantFrom(0, 0.4),
  outside: fc.constantFrom(0, 0.4),
  setups: fc.constantFrom(0, 0, 0.7),
  pools: fc.constantFrom(0, 0, 0.5),
  capacities: fc.constantFrom(0, 0.5),
  alternatives: fc.constantFrom(0, 0.4),
})

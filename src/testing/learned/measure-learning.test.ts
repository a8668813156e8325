import { describe, expect, it } from 'vitest'
import { learnPaces } from '#domain/learned/learn-paces.ts'
import { HiddenTruth, simulatedNowMs, truths } from './hidden-truth.ts'
import { measureLearning } from './measure-learning.ts'

const shops = Array.from({ length: 20 }, (_, seed) => 1000 * seed + 1)

describe.each(truths)('in simulated shops whose work depends on the %s', (truth) => {
  const measured = shops.map((seed) => measureLearning(truth, seed))
  const sum = (read: (one: (typeof measured)[number]) => number) =>
    measured.reduce((total, one) => total + read(one), 0)

  it('learned paces from 200 operations take at least 30 % off the error of completion dates', () => {
    const [plain, learned] = [sum((one) => one.plainError), sum((one) => one.learnedError)]
    expect(learned).toBeGreaterThan(0)
    expect(learned).toBeLessThan(0.7 * plain)
  })

  it('the 80 % range holds 78 to 82 % of operations that nothing was learned from', () => {
    const share = sum((one) => one.covered) / sum((one) => one.heldOut)
    expect(share).toBeGreaterThan(0.78)
    expect(share).toBeLessThan(0.82)
  })
})

describe('a simulated shop without reports', () => {
  it('the simulated shop has no paces', () => {
    const hidden = new HiddenTruth('workCenter', 1)
    const paces = learnPaces(hidden.finished(0), simulatedNowMs)
    expect(paces.groups).toEqual([])
    expect(Array.from({ length: 20 }, () => paces.paceOf(hidden.work()))).toEqual(new Array(20).fill(null))
  })
})

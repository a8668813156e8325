// @module-tag once
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { workInSlots } from './work-in-slots.ts'

/** Work by number that ends when the test lets it. */
const house = (most: number, due: number[]) => {
  const begun: number[] = []
  const errors: unknown[] = []
  const ends = new Map<number, PromiseWithResolvers<void>>()
  const slots = workInSlots<number>({
    most,
    claim: async (free) => due.splice(0, free),
    work: (item) => {
      begun.push(item)
      const end = Promise.withResolvers<void>()
      ends.set(item, end)
      return end.promise
    },
    failed: (error) => void errors.push(error),
  })
  return {
    begun,
    errors,
    due,
    slots,
    end: (item: number) => ends.get(item)?.resolve(),
    fail: (item: number) => ends.get(item)?.reject(new Error('planted')),
  }
}

it('a slot takes the next work as soon as it is free, while another one is busy', async () => {
  const { begun, slots, end } = house(2, [1, 2, 3, 4])
  slots.wake()
  await expect.poll(() => begun).toEqual([1, 2])
  end(2)
  await expect.poll(() => begun).toEqual([1, 2, 3])
  end(3)
  await expect.poll(() => begun).toEqual([1, 2, 3, 4])
})

it('work that becomes due while other work is under way begins at once', async () => {
  const { begun, due, slots } = house(2, [1])
  slots.wake()
  await expect.poll(() => begun).toEqual([1])
  due.push(2)
  slots.wake()
  await expect.poll(() => begun).toEqual([1, 2])
})

it('work that fails is reported and frees its slot', async () => {
  const { begun, errors, slots, end, fail } = house(1, [1, 2])
  const round = slots.round()
  await expect.poll(() => begun).toEqual([1])
  fail(1)
  await expect.poll(() => begun).toEqual([1, 2])
  end(2)
  await round
  expect(errors).toHaveLength(1)
})

it('a round ends only when work that ended during a claim has been followed by the next claim', async () => {
  const due = [1, 2, 3]
  const begun: number[] = []
  const { round } = workInSlots<number>({
    most: 4,
    // One at a time, and slower than the work.
    claim: async (_free, underWay) => {
      const isBusy = [...underWay].length > 0
      await nextTurn()
      return isBusy ? [] : due.splice(0, 1)
    },
    work: async (item) => void begun.push(item),
    failed: () => undefined,
  })
  await round()
  expect(begun).toEqual([1, 2, 3])
})

it('a stop waits for what is under way and begins nothing more', async () => {
  const { begun, slots, end } = house(1, [1, 2])
  slots.wake()
  await expect.poll(() => begun).toEqual([1])
  const stopped = slots.stop()
  end(1)
  await stopped
  slots.wake()
  await slots.round()
  expect(begun).toEqual([1])
})

import { randomBytes } from 'node:crypto'

let lastMs = 0
let counter = 0

/**
 * A UUID (version 7) that sorts after every earlier one of this process: ids keep their order within one millisecond and
 * one transaction. Ids of different processes sort by the clock.
 */
export const orderedId = (): string => {
  const nowMs = Math.max(Date.now(), lastMs)
  counter = nowMs === lastMs ? counter + 1 : 0
  // The counter has 12 bits. After an overflow the next millisecond is used.
  const ms = counter > 0xfff ? nowMs + 1 : nowMs
  if (ms !== nowMs) counter = 0
  lastMs = ms
  const time = ms.toString(16).padStart(12, '0')
  const random = randomBytes(8)
  random[0] = ((random[0] ?? 0) & 0x3f) | 0x80
  const tail = random.toString('hex')
  const count = counter.toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${tail.slice(0, 4)}-${tail.slice(4)}`
}

import { UnavailableError } from '../../errors.ts'

/** Created only once, because collecting a stack trace takes a sixth of the cost of a refusal. */
const refusal = new UnavailableError(new Error('Too many are waiting at a gate'), 2)

/** Runs at most `running` works at once, in the order of their arrival. Answers 503 if `waiting` already wait. */
export const openGate = (most: { readonly running: number; readonly waiting: number }) => {
  let running = 0
  const waiting: (() => void)[] = []
  const enter = (): Promise<void> => {
    if (running < most.running) {
      running += 1
      return Promise.resolve()
    }
    if (waiting.length >= most.waiting) throw refusal
    return new Promise((resolve) => waiting.push(resolve))
  }
  const leave = (): void => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
  return async <T>(work: () => Promise<T>): Promise<T> => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

import { UnavailableError } from '../../errors.ts'

const maxRunning = 1
const maxWaiting = 50

let running = 0
const waiting: (() => void)[] = []

const enter = (): Promise<void> => {
  if (running < maxRunning) {
    running += 1
    return Promise.resolve()
  }
  if (waiting.length >= maxWaiting) throw new UnavailableError(new Error('Too many password hashes are waiting'), 2)
  return new Promise((resolve) => waiting.push(resolve))
}

const leave = (): void => {
  const next = waiting.shift()
  if (next) next()
  else running -= 1
}

/** Runs at most two password hashes at once (46 MiB and a core each); more than 50 waiting answer 503. */
export const withHashGate = async <T>(work: () => Promise<T>): Promise<T> => {
  await enter()
  try {
    return await work()
  } finally {
    leave()
  }
}

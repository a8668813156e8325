import { availableParallelism } from 'node:os'
import { UnavailableError } from '../../errors.ts'

/** One core stays for the people who are working meanwhile. */
export const maxRunning = Math.max(1, Math.min(2, availableParallelism() - 1))
const maxWaiting = 50

/** Made once: in a flood, noting where each of them came from is a sixth of what a refusal costs. */
const refusal = new UnavailableError(new Error('Too many password hashes are waiting'), 2)

const openGate = () => {
  let running = 0
  const waiting: (() => void)[] = []
  const enter = (): Promise<void> => {
    if (running < maxRunning) {
      running += 1
      return Promise.resolve()
    }
    if (waiting.length >= maxWaiting) throw refusal
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

/** Runs at most two password hashes at once (46 MiB and a core each), one on two cores; more than 50 waiting answer 503. */
export const withHashGate = openGate()

/** The same before the first query of a sign-in: a crowd of them waits here, and not before everybody else's queries. */
export const withSignInGate = openGate()

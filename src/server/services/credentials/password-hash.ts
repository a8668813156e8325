import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { Semaphore } from './semaphore.ts'

/** Leaves one core for other requests. */
export const maxRunning = Math.max(1, Math.min(2, availableParallelism() - 1))
/** Runs at most two password hashes at once (46 MiB and a core each), or one on two cores. Answers 503 if 50 already wait. */
const hashing = new Semaphore({ running: maxRunning, waiting: 50 })

interface Cost {
  readonly memoryKib: number
  readonly passes: number
  readonly lanes: number
}

/** ASVS appendix C: argon2id with 46 MiB, one pass, one lane. */
export const currentCost: Cost = { memoryKib: 47_104, passes: 1, lanes: 1 }
const hashBytes = 32
const saltBytes = 16

const derive = promisify(argon2)

/** Evaluations since the process started. Tests check that every sign-in costs exactly one. */
export const hashEvaluations = { count: 0 }

const evaluate = (password: string, salt: Buffer, cost: Cost, length: number): Promise<Buffer> =>
  hashing.run(() => {
    hashEvaluations.count += 1
    return derive('argon2id', {
      message: Buffer.from(password.normalize('NFC'), 'utf8'),
      nonce: salt,
      memory: cost.memoryKib,
      passes: cost.passes,
      parallelism: cost.lanes,
      tagLength: length,
    })
  })

const encoded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

/** Hash with its parameters and salt, as `$argon2id$v=19$m=47104,t=1,p=1$salt$hash`. */
export const hashPassword = async (password: string, cost: Cost = currentCost): Promise<string> => {
  const salt = randomBytes(saltBytes)
  const hash = await evaluate(password, salt, cost, hashBytes)
  return `$argon2id$v=19$m=${cost.memoryKib},t=${cost.passes},p=${cost.lanes}$${encoded(salt)}$${encoded(hash)}`
}

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

const parse = (stored: string) => {
  const [, memoryKib, passes, lanes, salt, hash] = form.exec(stored) ?? []
  if (!salt || !hash) return null
  const cost: Cost = { memoryKib: Number(memoryKib), passes: Number(passes), lanes: Number(lanes) }
  return { cost, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') }
}

/** A random hash that is compared when there is no account, so that the answer takes equally long. */
const nobody = { cost: currentCost, salt: randomBytes(saltBytes), hash: randomBytes(hashBytes) }

/** Compares with exactly one evaluation, even if there is no stored hash. */
export const verifyPassword = async (password: string, stored: string | null): Promise<boolean> => {
  const known = stored === null ? null : parse(stored)
  const { cost, salt, hash } = known ?? nobody
  const given = await evaluate(password, salt, cost, hash.length)
  return timingSafeEqual(given, hash) && known !== null
}

/** True when the hash was made with less than today's cost. */
export const needsRehash = (stored: string): boolean => {
  const known = parse(stored)
  return !known || known.cost.memoryKib < currentCost.memoryKib || known.cost.passes < currentCost.passes
}

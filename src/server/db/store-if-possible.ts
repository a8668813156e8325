import { AppError, StorageFullError } from '../errors.ts'
import { DatabaseFault } from './database-fault.ts'

/** SQLSTATE of a write in a database that only reads, such as a standby. */
export const readOnlyCode = '25006'

/** True when the database reads but stores nothing: its disk is full, or it takes no writes. */
const cannotStore = (error: unknown): boolean =>
  error instanceof StorageFullError ||
  (error instanceof AppError && error.cause instanceof DatabaseFault && error.cause.code === readOnlyCode)

/** Stores something that no answer depends on. False when the database stores nothing at present; reading goes on without it. */
export const storeIfPossible = async (store: () => Promise<unknown>): Promise<boolean> => {
  try {
    await store()
    return true
  } catch (error) {
    if (!cannotStore(error)) throw error
    return false
  }
}

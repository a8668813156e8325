import { isApiError, unknownStatuses } from './api-error.ts'

/**
 * Replaces the answer of a call that the server does not know: `call(...).catch(orPlainly(make))`. Only for calls that
 * name no record, where a 404 can mean nothing else.
 */
export const orPlainly =
  <T>(make: () => T | Promise<T>) =>
  (error: unknown): T | Promise<T> => {
    if (!isApiError(error) || !unknownStatuses.includes(error.status)) throw error
    return make()
  }

/** Another server may answer a write with something other than the record; then the record is read. */
export const orRead =
  <T>(read: () => Promise<T>) =>
  (error: unknown): Promise<T> => {
    if (!isApiError(error) || error.code !== 'bad_answer') throw error
    return read()
  }

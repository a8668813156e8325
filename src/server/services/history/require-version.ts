import { NotFoundError, StaleError } from '../../errors.ts'

/**
 * The row, if it is there (else 404) and still the version the caller read (else 412).
 * `expectedVersion` null = the caller sent no If-Match: it writes only the fields it sent.
 */
export const requireVersion = <R extends { readonly version: number }>(
  row: R | undefined,
  expectedVersion: number | null = null,
): R => {
  if (!row) throw new NotFoundError()
  if (expectedVersion !== null && row.version !== expectedVersion) throw new StaleError(row.version)
  return row
}

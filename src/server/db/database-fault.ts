/** The part of a database error that may be passed on: codes and names, never the query, its parameters or stored values. */
export class DatabaseFault extends Error {
  /** SQLSTATE, or one of our own codes: `connection_lost`, `timed_out`. */
  readonly code: string
  readonly constraint?: string
  readonly table?: string
  readonly column?: string

  constructor(code: string, message: string, location: { constraint?: string; table?: string; column?: string } = {}) {
    super(message)
    this.name = 'DatabaseFault'
    this.code = code
    this.constraint = location.constraint
    this.table = location.table
    this.column = location.column
  }
}

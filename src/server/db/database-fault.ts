/** What may be known of a database error: codes and names, never the query, its parameters or stored values. */
export class DatabaseFault extends Error {
  /** SQLSTATE, or a code of ours: `connection_lost`, `timed_out`. */
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

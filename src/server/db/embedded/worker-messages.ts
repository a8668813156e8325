/** How the worker opens its database. */
export interface WorkerSettings {
  /** Directory of the database; null = in memory, for tests. */
  readonly directory: string | null
  /** The database is built here first and renamed when complete; needed with `directory`. */
  readonly unfinished: string | null
  /** Role of the session; null = superuser, for migrations. */
  readonly role: string | null
  /** Archive that fills a new database. */
  readonly archive: string | null
}

export type WorkerRequest =
  | {
      readonly kind: 'query'
      readonly text: string
      readonly values: readonly unknown[]
      readonly rowMode: 'array' | 'object'
    }
  | { readonly kind: 'exec'; readonly text: string }
  /** This has no answer, so nobody waits for it. When it fails, the thread ends before it runs any later request. */
  | { readonly kind: 'open'; readonly text: string }
  | { readonly kind: 'setRole'; readonly role: string }
  | { readonly kind: 'checkpoint'; readonly whenWalExceedsBytes: number }
  /** Vacuums and analyses the table that needs it most. Answers with its name, or with no row when no table needs it. */
  | { readonly kind: 'tidy' }
  | { readonly kind: 'dump'; readonly path: string }
  | { readonly kind: 'close' }

export interface WorkerResult {
  readonly rows: unknown[]
  readonly rowCount: number | null
  readonly command: string
  readonly fields: { readonly name: string; readonly dataTypeID: number }[]
}

/** A database error, without the query, its parameters or the values in its detail. */
export interface WorkerFault {
  readonly message: string
  readonly code?: string
  readonly constraint?: string
  readonly table?: string
  readonly column?: string
}

export type WorkerReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failedToOpen'; readonly fault: WorkerFault }
  | { readonly kind: 'result'; readonly result: WorkerResult }
  | { readonly kind: 'fault'; readonly fault: WorkerFault }
  | { readonly kind: 'notification'; readonly channel: string; readonly payload: string }

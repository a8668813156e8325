/** The part of a pino logger that the runner uses. */
export interface RunnerLog {
  info(facts: object, message: string): void
  error(facts: object, message: string): void
}

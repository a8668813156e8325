import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

type Settings = Readonly<Record<string, string>>

/** The built product in a separate process, which serves one shop after another. */
export class Shop {
  readonly #process: ChildProcess = fork(join(root, 'src/testing/serve-in-turn.ts'), { cwd: root })
  readonly #ended = once(this.#process, 'exit')
  /** Resolves when all requests are done. */
  #done = this.#answer()

  async #answer(): Promise<void> {
    const ended = this.#ended.then(([code]) => [`The process of the shop ended with code ${code}`])
    const [error] = await Promise.race([once(this.#process, 'message'), ended])
    if (error !== null) throw new Error(String(error))
  }

  #ask(settings: Settings | null): Promise<void> {
    const ask = () => {
      this.#process.send({ settings })
      return this.#answer()
    }
    this.#done = this.#done.then(ask, ask)
    return this.#done
  }

  /** Stops the current shop, if any, and serves the one with these settings on a port. Resolves when it is ready. */
  start(port: number, settings: Settings): Promise<void> {
    return this.#ask({ LOG_LEVEL: 'warn', PORT: String(port), ...settings })
  }

  stop(): Promise<void> {
    return this.#ask(null)
  }

  /** Kills the process. */
  async end(): Promise<void> {
    this.#process.kill()
    await this.#ended
  }
}

/** What one server has in memory, such as caches and queues. Each of them is made at its first use. */
export class ServerCaches {
  readonly #values = new Map<() => unknown, unknown>()

  /** The value that `make` makes, the same one at every call. */
  of<T>(make: () => T): T {
    if (!this.#values.has(make)) this.#values.set(make, make())
    return this.#values.get(make) as T
  }
}

/** Declares a cache or a queue that each server has once, and returns the function that finds it. */
export const oncePerServer =
  <T>(make: () => T) =>
  ({ caches }: { readonly caches: ServerCaches }): T =>
    caches.of(make)

/**
 * Sends statements one after another. Each is built while the one before it runs, so that the connection does not wait for this
 * thread, which takes as long to write large statements as the database to read them.
 */
export const inTurn = async (statements: Iterable<() => PromiseLike<unknown>>): Promise<void> => {
  let before: Promise<unknown> = Promise.resolve()
  for (const send of statements) {
    // A query of Drizzle runs each time that it is awaited.
    const sent = (async () => await send())()
    // When the one before fails, this fails as well, and only the first failure is passed on.
    sent.catch(() => undefined)
    await before
    before = sent
  }
  await before
}

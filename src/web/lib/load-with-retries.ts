const tryAgainMs = 2_000

/** Loads code, retrying every 2 s until `isHopeless`, which receives the number of attempts, returns true. */
export const loadWithRetries = async <T>(
  load: () => Promise<T>,
  isHopeless: (tries: number) => boolean = () => false,
  tries = 1,
): Promise<T> => {
  try {
    return await load()
  } catch (error) {
    if (isHopeless(tries)) throw error
  }
  await new Promise((resolve) => setTimeout(resolve, tryAgainMs))
  return loadWithRetries(load, isHopeless, tries + 1)
}

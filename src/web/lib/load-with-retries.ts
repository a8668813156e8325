const tryAgainMs = 2_000

/** Loads code. After a failure it tries again every 2 s, until `isHopeless` returns true for the number of tries so far. */
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

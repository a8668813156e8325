const tryAgainMs = 2_000

/** Loads code. When it cannot be loaded, tries again every 2 s until `isHopeless`, which is told the tries so far, says so. */
export const loadPatiently = async <T>(
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
  return loadPatiently(load, isHopeless, tries + 1)
}

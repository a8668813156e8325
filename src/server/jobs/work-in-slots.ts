interface Slots<T> {
  readonly most: number
  /** Claims work that is due, for at most `free` slots; none = there is nothing to do beside what is under way. */
  readonly claim: (free: number, underWay: Iterable<T>) => Promise<readonly T[]>
  readonly work: (item: T) => Promise<void>
  readonly failed: (error: unknown) => void
}

/**
 * Claims work and does it in a limited number of slots, each of which takes the next work as soon as it is free: work that waits for a slow
 * receiver does not delay what others are waiting for. `wake` looks for work, `round` also waits until none is left, and `stop` claims no
 * more and waits for what is under way.
 */
export const workInSlots = <T>({ most, claim, work, failed }: Slots<T>) => {
  const underWay = new Map<T, Promise<void>>()
  let claiming: Promise<void> = Promise.resolve()
  let isAsked = false
  let isStopped = false

  const begin = (item: T): void => {
    const done = work(item).catch(failed)
    underWay.set(item, done)
    void done.then(() => {
      underWay.delete(item)
      wake()
    })
  }
  const claimDue = async (): Promise<void> => {
    isAsked = false
    while (!isStopped && underWay.size < most) {
      const claimed = await claim(most - underWay.size, underWay.keys())
      if (claimed.length === 0) return
      for (const item of claimed) begin(item)
    }
  }
  const wake = (): void => {
    if (isAsked || isStopped) return
    isAsked = true
    claiming = claiming.then(claimDue).catch(failed)
  }
  const idle = async (): Promise<void> => {
    for (let awaited: Promise<void> | null = null; awaited !== claiming || underWay.size > 0; ) {
      awaited = claiming
      await awaited
      await Promise.all(underWay.values())
    }
  }
  return {
    wake,
    round: (): Promise<void> => {
      wake()
      return idle()
    },
    stop: (): Promise<void> => {
      isStopped = true
      return idle()
    },
  }
}

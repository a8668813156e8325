/** Page time in milliseconds when the next frame has been submitted for painting. */
export const painted = (): Promise<number> =>
  new Promise((done) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => done(performance.now())
      port2.postMessage(null)
    })
  })

const patienceMs = 20_000

/** The time of the first painted frame in which `there` is true; throws if there is none. */
export const paintedWhen = async (there: () => boolean): Promise<number> => {
  const startMs = performance.now()
  while (true) {
    const atMs = await painted()
    if (there()) return atMs
    if (atMs - startMs > patienceMs) throw new Error(`Not painted: ${there}`)
  }
}

/** Milliseconds from the next input event of that type to the first painted frame in which `there` is true. */
export const untilPainted = (input: string, there: () => boolean): Promise<number> =>
  new Promise((done, fail) => {
    const heard = (event: Event) => void paintedWhen(there).then((atMs) => done(atMs - event.timeStamp), fail)
    addEventListener(input, heard, { capture: true, once: true })
  })

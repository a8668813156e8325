import { Session } from 'node:inspector/promises'

const sampleEveryUs = 500

/** Files in `src/` whose functions ran on this thread during some work, by path. Other threads do not count. */
export const filesOnMainThread = async (work: () => Promise<unknown>): Promise<ReadonlySet<string>> => {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: sampleEveryUs })
  await session.post('Profiler.start')
  try {
    await work()
    const { profile } = await session.post('Profiler.stop')
    return new Set(profile.nodes.flatMap(({ callFrame }) => callFrame.url.split('/src/')[1] ?? []))
  } finally {
    session.disconnect()
  }
}

import { Agent } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { ask, type Bench, isClean, median, ms, pick, say, seconds } from './bench.ts'
import { type Answered, type Ask, drive, percentile, send } from './drive.ts'
import type { BenchState } from './serve-product.ts'

const password = 'Lathe-And-Mill-4'
const octets = Array.from({ length: 256 }, (_, octet) => octet)
const anyAddress = () => `10.${[1, 2, 3].map(() => pick(octets)).join('.')}`

const guess = (): Ask => ({
  method: 'POST',
  path: '/auth/login',
  from: anyAddress(),
  body: { email: `${crypto.randomUUID()}@example.com`, password },
})

const readers = 10
const read = ({ port, small }: Bench, goesOn: (answers: number, elapsedMs: number) => boolean) =>
  drive({
    port,
    callers: readers,
    pauseMs: 100,
    goesOn,
    ask: (caller) => ({ path: `/projects/${pick(small.projectIds)}`, session: small.sessions[caller] }),
  })

/** Some 200 guesses a second, more than can be handled, each from another address, so that only hashing slows them down. */
export const workDuringGuesses = async (bench: Bench): Promise<void> => {
  const { port, roundMs } = bench
  const aRound = () => read(bench, (_, elapsedMs) => elapsedMs < roundMs)
  await aRound()
  const [quiet, busy]: [number[], number[]] = [[], []]
  let [guesses, refused] = [0, 0]
  for (let round = 0; round < 3; round += 1) {
    quiet.push((await aRound()).p99Ms)
    let isOn = true
    const flood = drive({ port, callers: 700, pauseMs: 2_000, goesOn: () => isOn, ask: guess })
    busy.push((await aRound()).p99Ms)
    isOn = false
    const { requests, failed } = await flood
    guesses += requests
    refused += failed[503] ?? 0
  }
  const times = median(busy) / median(quiet)
  say(
    `people at work during ${guesses} guesses at sign-in (${refused} refused with 503)`,
    `p99 ${ms(median(busy))} against ${ms(median(quiet))} in peace: ${times.toFixed(1)} x (want 3 x)`,
    times <= 3,
  )
}

interface Entered {
  readonly answer: Answered
  readonly tookMs: number
  /** How often the answer was to try again. */
  readonly refusals: number
}

/** Asks as the sign-in page does: after a 503 by the other path at once, and then again after 1, 2 and 4 s. */
const enter = async (port: number, email: string, device: string | undefined): Promise<Entered> => {
  const agent = new Agent()
  const startedAtMs = performance.now()
  const headers: Record<string, string> = device === undefined ? {} : { cookie: device }
  for (let refusals = 0; ; refusals += 1) {
    const path = refusals % 2 === 0 ? '/auth/login' : '/auth/direct-login'
    const body = { email, password }
    const answer = await send(agent, port, { method: 'POST', path, from: '198.51.100.7', body, headers })
    if (answer.status !== 503 || refusals === 7) {
      agent.destroy()
      return { answer, refusals, tookMs: performance.now() - startedAtMs }
    }
    if (refusals % 2 === 1) await setTimeout(1_000 * 2 ** (refusals >> 1))
  }
}

/** All of them within a second, each over a connection of its own. `devices`: their cookies from an earlier sign-in. */
const signIn = (port: number, emails: readonly string[], devices: readonly string[] = []): Promise<Entered[]> =>
  Promise.all(
    emails.map(async (email, at) => {
      await setTimeout((at * 1_000) / emails.length)
      return enter(port, email, devices[at])
    }),
  )

const figuresOf = (entered: readonly Entered[]) => {
  const times = entered.map(({ tookMs }) => tookMs)
  const outside = entered.filter(({ answer }) => answer.status !== 200).length
  const again = entered.filter(({ refusals }) => refusals > 0).length
  return { p50: percentile(times, 0.5), most: Math.max(...times), outside, again }
}

/** A hundred people of one office in the morning, then again on their devices while passwords are guessed from everywhere. */
export const signInTogether = async (bench: Bench): Promise<void> => {
  const { product, port, small, roundMs } = bench
  const emails = await ask<string[]>(product, { hire: small.tenantId, people: 100, password })
  const quiet = await read(bench, (_, elapsedMs) => elapsedMs < roundMs)
  const before = await ask<BenchState>(product, 'state')
  let isOver = false
  const reading = read(bench, () => !isOver)
  const startedAtMs = performance.now()
  const morning = await signIn(port, emails)
  const tookMs = performance.now() - startedAtMs
  isOver = true
  const busy = await reading
  const after = await ask<BenchState>(product, 'state')
  const first = figuresOf(morning)
  say(
    '100 people sign in within a second',
    `${first.outside} kept out, ${first.again} asked to try again, p50 ${seconds(first.p50)}, the last after ${seconds(first.most)}, ` +
      `${((after.cpuMs - before.cpuMs) / 1_000).toFixed(1)} s of CPU in ${seconds(tookMs)}, ${before.rssMb} MB -> at most ${after.peakMb} MB; ` +
      `${busy.requests} readings meanwhile p99 ${ms(busy.p99Ms)} against ${ms(quiet.p99Ms)}, longest gap ${after.gapMs} ms (want 0 kept out, 25 s)`,
    first.outside === 0 && isClean(busy) && first.most < 25_000,
  )
  const devices = morning.map(({ answer }) => answer.cookies.find((text) => text.startsWith('__Host-device=')) ?? '')
  let isOn = true
  const flood = drive({ port, callers: 700, pauseMs: 2_000, goesOn: () => isOn, ask: guess })
  // Until every place is taken.
  await setTimeout(5_000)
  const amid = figuresOf(await signIn(port, emails, devices))
  const unknown = figuresOf(await signIn(port, emails.slice(0, 20)))
  isOn = false
  const { requests, failed } = await flood
  const state = await ask<BenchState>(product, 'state')
  say(
    `the same people on their devices during ${requests} guesses from as many addresses (${failed[503] ?? 0} refused)`,
    `${amid.outside} kept out, ${amid.again} asked to try again, p50 ${seconds(amid.p50)}, the last after ${seconds(amid.most)}, at most ${state.peakMb} MB; ` +
      `20 of them on new devices: ${unknown.outside} kept out (want 0 kept out on their devices)`,
    amid.outside === 0,
  )
}

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WriteState } from '#web/api/record-writes.ts'
import { createOverlay, type Drawing, shownRecord } from './show-writes.ts'

interface Card {
  readonly id: string
  readonly version: number
  readonly phase: string
  readonly note: string
}
interface Write {
  readonly id: string
  readonly phase: string
}
type State = WriteState<Card, Write>

const card = (version: number, phase: string, note = 'n', id = 'a'): Card => ({ id, version, phase, note })
const drawing: Drawing<Card, Card, Write> = {
  idOf: ({ id }) => id,
  idsOf: ({ id }) => [id],
  foresee: (record, { phase }) => ({ ...record, phase }),
  accept: (_, answer) => answer,
}

const pending = (phase: string, id = 'a'): State => ({
  context: undefined,
  data: undefined,
  error: null,
  failureCount: 0,
  failureReason: null,
  isPaused: false,
  status: 'pending',
  submittedAt: 0,
  variables: { id, phase },
})
const saved = (state: State, ...data: Card[]): State => ({ ...state, status: 'success', data })
const failed = (state: State): State => ({ ...state, status: 'error', error: new Error('Refused') })
const shown = (listed: Card, ...writes: State[]) => shownRecord(listed, writes, drawing)

describe('a record with pending writes', () => {
  const listed = card(3, 'engineering')

  it('shows a write at once, and becomes the listed record again if the write fails', () => {
    expect(shown(listed, pending('production'))).toEqual(card(3, 'production'))
    expect(shown(listed, failed(pending('production')))).toBe(listed)
  })

  it('shows the answer until the list contains that version', () => {
    const answered = saved(pending('production'), card(4, 'production', 'theirs'))
    expect(shown(listed, answered)).toEqual(card(4, 'production', 'theirs'))
    const caughtUp = card(4, 'production', 'theirs')
    expect(shown(caughtUp, answered)).toBe(caughtUp)
    const later = card(5, 'shipped')
    expect(shown(later, answered)).toBe(later)
  })

  it("stays unchanged if the write succeeded without an answer, because the reader chose the other user's record", () => {
    expect(shown(listed, saved(pending('production')))).toBe(listed)
  })

  it('shows an answered write even if an earlier write has no answer yet', () => {
    const answered = saved(pending('shipped'), card(4, 'shipped'))
    expect(shown(card(4, 'shipped'), pending('production'), answered)).toEqual(card(4, 'shipped'))
  })

  it('shows the last of three quick writes while their answers come one by one', () => {
    const [first, second, third] = [pending('engineering'), pending('production'), pending('complete')]
    expect(shown(listed, first, second, third).phase).toBe('complete')
    expect(shown(listed, saved(first, card(4, 'engineering')), second, third).phase).toBe('complete')
    expect(shown(listed, saved(first, card(4, 'engineering')), failed(second), third).phase).toBe('complete')
    expect(shown(listed, saved(first, card(4, 'engineering')), second, failed(third)).phase).toBe('production')
  })
})

describe('a list with pending writes', () => {
  it('keeps the same object for every record that has not changed', () => {
    const overlay = createOverlay(drawing)
    const list = [card(1, 'engineering', 'n', 'a'), card(1, 'engineering', 'n', 'b'), card(1, 'engineering', 'n', 'c')]
    const first = pending('production', 'a')
    const before = overlay(list, [first])
    expect(before.map((record, index) => record === list[index])).toEqual([false, true, true])
    const after = overlay(list, [first, pending('shipped', 'b')])
    expect(after.map((record, index) => record === before[index])).toEqual([true, false, true])
  })
})

/**
 * Steps of a server and a browser: requests are handled in any order, answers arrive in any order, and lists are read
 * now and then.
 */
type Step =
  | { kind: 'move'; item: number; phase: number }
  | { kind: 'work'; pick: number; ok: boolean }
  | { kind: 'answer'; pick: number }
  | { kind: 'other'; item: number; phase: number }
  | { kind: 'ask' }
  | { kind: 'list' }

const items = ['a', 'b', 'c']
const phases = ['submittals', 'engineering', 'production', 'complete']
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), item: fc.nat(2), phase: fc.nat(3) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('work' as const), pick: fc.nat(9), ok: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('answer' as const), pick: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('other' as const), item: fc.nat(2), phase: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'ask' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'list' as const }) },
)

class World {
  readonly server = new Map(items.map((id) => [id, card(1, 'engineering', 'n', id)]))
  listed = new Map(this.server)
  asked: Map<string, Card> | null = null
  /** Every write so far with its state, as in the mutation cache. */
  readonly writes: State[] = []
  /** The model: the newest record of each item that the browser has seen. */
  readonly seen = new Map(this.server)
  requests: number[] = []
  answers: { write: number; record: Card | null }[] = []
  readonly overlay = createOverlay(drawing)

  private see(record: Card) {
    if (record.version > (this.seen.get(record.id)?.version ?? 0)) this.seen.set(record.id, record)
  }

  private write(id: string, phase: string): Card {
    const next = card((this.server.get(id)?.version ?? 0) + 1, phase, 'n', id)
    this.server.set(id, next)
    return next
  }

  take(at: Step): void {
    const id = items['item' in at ? at.item : 0] ?? 'a'
    const phase = phases['phase' in at ? at.phase : 0] ?? 'engineering'
    if (at.kind === 'move') this.requests.push(this.writes.push(pending(phase, id)) - 1)
    if (at.kind === 'other') this.write(id, phase)
    if (at.kind === 'work' && this.requests.length > 0) {
      const [write = 0] = this.requests.splice(at.pick % this.requests.length, 1)
      const sent = this.writes[write]?.variables
      if (sent) this.answers.push({ write, record: at.ok ? this.write(sent.id, sent.phase) : null })
    }
    if (at.kind === 'answer' && this.answers.length > 0) {
      const [answer] = this.answers.splice(at.pick % this.answers.length, 1)
      const state = answer && this.writes[answer.write]
      if (!answer || !state) return
      if (answer.record) this.see(answer.record)
      this.writes[answer.write] = answer.record ? saved(state, answer.record) : failed(state)
    }
    if (at.kind === 'ask') this.asked = new Map(this.server)
    if (at.kind === 'list' && this.asked) {
      this.listed = this.asked
      this.asked = null
      for (const record of this.listed.values()) this.see(record)
    }
  }

  shown(): readonly Card[] {
    return this.overlay([...this.listed.values()], this.writes)
  }

  expected(): readonly Card[] {
    return items.map((id) => {
      const mine = this.writes.filter(({ variables, status }) => variables.id === id && status !== 'error')
      const open = mine.slice(mine.findLastIndex(({ status }) => status === 'success') + 1)
      const known = this.seen.get(id) ?? card(0, '')
      return { ...known, phase: open.at(-1)?.variables.phase ?? known.phase }
    })
  }
}

describe('a list with pending writes, in random interleavings', () => {
  it('equals a model after every step, and the records of the server at the end', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const world = new World()
        for (const at of steps) {
          world.take(at)
          expect(world.shown()).toEqual(world.expected())
        }
        while (world.requests.length > 0) world.take({ kind: 'work', pick: 0, ok: world.requests.length % 2 === 0 })
        while (world.answers.length > 0) world.take({ kind: 'answer', pick: world.answers.length - 1 })
        world.take({ kind: 'ask' })
        world.take({ kind: 'list' })
        expect(world.shown()).toEqual([...world.server.values()])
      }),
      { numRuns: 1_000 },
    )
  })
})

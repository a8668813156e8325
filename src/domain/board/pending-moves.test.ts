import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BoardMove, type Moves, reduceMoves, shownRecord } from './pending-moves.ts'

interface Card {
  readonly version: number
  readonly phase: string
  readonly note: string
}

const card = (version: number, phase: string, note = 'n'): Card => ({ version, phase, note })
const began = (moveId: number, phase: string, itemId = 'a'): Omit<BoardMove<Card>, 'record'> => ({
  moveId,
  itemId,
  change: { phase },
  state: 'saving',
})
const of = (moves: Moves<Card>, itemId: string) => moves.filter((move) => move.itemId === itemId)

describe('moves that the server has not confirmed yet', () => {
  it('a move shows at once, and the unchanged record comes back when it fails', () => {
    const listed = card(3, 'engineering')
    const moved = reduceMoves<Card>([], { type: 'began', move: began(1, 'production') })
    expect(shownRecord(listed, moved)).toEqual(card(3, 'production'))
    const failed = reduceMoves(moved, { type: 'withdrawn', moveId: 1 })
    expect(shownRecord(listed, failed)).toBe(listed)
  })

  it('the answer of the server shows until the list contains it', () => {
    const saved = reduceMoves(reduceMoves<Card>([], { type: 'began', move: began(1, 'production') }), {
      type: 'saved',
      moveId: 1,
      record: card(4, 'production', 'theirs'),
    })
    expect(shownRecord(card(3, 'engineering'), saved)).toEqual(card(4, 'production', 'theirs'))
    const late = reduceMoves(saved, { type: 'listed', versionOf: () => 3 })
    expect(late).toBe(saved)
    expect(reduceMoves(saved, { type: 'listed', versionOf: () => 4 })).toEqual([])
    expect(reduceMoves(saved, { type: 'listed', versionOf: () => null })).toEqual([])
  })

  it('a newer list replaces an older answer', () => {
    const moves: Moves<Card> = [{ ...began(1, 'production'), state: 'saved', record: card(4, 'production') }]
    expect(shownRecord(card(5, 'shipped'), moves)).toEqual(card(5, 'shipped'))
  })

  it('an answered move still shows while an earlier move of the same card is unanswered', () => {
    const moves: Moves<Card> = [
      { ...began(1, 'production'), state: 'saving' },
      { ...began(2, 'shipped'), state: 'saved', record: card(4, 'shipped') },
    ]
    const listed = reduceMoves(moves, { type: 'listed', versionOf: () => 4 })
    expect(listed).toBe(moves)
    expect(shownRecord(card(4, 'shipped'), listed)).toEqual(card(4, 'shipped'))
    const answered = reduceMoves(listed, { type: 'withdrawn', moveId: 1 })
    expect(reduceMoves(answered, { type: 'listed', versionOf: () => 4 })).toEqual([])
  })

  it('the confirmation of a move may add fields to it', () => {
    const waiting = reduceMoves<Card>([], { type: 'began', move: { ...began(1, 'shipped'), state: 'confirming' } })
    const confirmed = reduceMoves(waiting, { type: 'confirmed', moveId: 1, change: { note: '11/18' } })
    expect(confirmed[0]).toMatchObject({ state: 'saving', change: { phase: 'shipped', note: '11/18' } })
  })
})

/** A server and a browser: requests are worked off in any order, answers come back in any order, lists are asked for now and then. */
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
  readonly server = new Map(items.map((id) => [id, card(1, 'engineering')]))
  listed = new Map(this.server)
  asked: Map<string, Card> | null = null
  moves: Moves<Card> = []
  /** Every move ever begun with its fate, and the newest record the browser has seen of each item: the model. */
  readonly begun: { moveId: number; itemId: string; phase: string; fate: 'open' | 'ok' | 'failed' }[] = []
  readonly seen = new Map(this.server)
  requests: { moveId: number; itemId: string; phase: string }[] = []
  answers: { moveId: number; record: Card | null }[] = []

  private see(itemId: string, record: Card) {
    if (record.version > (this.seen.get(itemId)?.version ?? 0)) this.seen.set(itemId, record)
  }

  private write(itemId: string, phase: string): Card {
    const next = card((this.server.get(itemId)?.version ?? 0) + 1, phase)
    this.server.set(itemId, next)
    return next
  }

  take(at: Step): void {
    const itemId = items['item' in at ? at.item : 0] ?? 'a'
    const phase = phases['phase' in at ? at.phase : 0] ?? 'engineering'
    if (at.kind === 'move') {
      const moveId = this.begun.length + 1
      this.begun.push({ moveId, itemId, phase, fate: 'open' })
      this.requests.push({ moveId, itemId, phase })
      this.moves = reduceMoves(this.moves, { type: 'began', move: began(moveId, phase, itemId) })
    }
    if (at.kind === 'other') this.write(itemId, phase)
    if (at.kind === 'work' && this.requests.length > 0) {
      const [request] = this.requests.splice(at.pick % this.requests.length, 1)
      if (request)
        this.answers.push({
          moveId: request.moveId,
          record: at.ok ? this.write(request.itemId, request.phase) : null,
        })
    }
    if (at.kind === 'answer' && this.answers.length > 0) {
      const [answer] = this.answers.splice(at.pick % this.answers.length, 1)
      const move = this.begun.find(({ moveId }) => moveId === answer?.moveId)
      if (!answer || !move) return
      move.fate = answer.record ? 'ok' : 'failed'
      if (answer.record) this.see(move.itemId, answer.record)
      this.moves = reduceMoves(
        this.moves,
        answer.record
          ? { type: 'saved', moveId: answer.moveId, record: answer.record }
          : { type: 'withdrawn', moveId: answer.moveId },
      )
    }
    if (at.kind === 'ask') this.asked = new Map(this.server)
    if (at.kind === 'list' && this.asked) {
      this.listed = this.asked
      this.asked = null
      for (const [id, record] of this.listed) this.see(id, record)
      const listed = this.listed
      this.moves = reduceMoves(this.moves, { type: 'listed', versionOf: (id) => listed.get(id)?.version ?? null })
    }
  }

  shown(itemId: string): Card {
    return shownRecord(this.listed.get(itemId) ?? card(0, ''), of(this.moves, itemId))
  }

  expected(itemId: string): Card {
    const mine = this.begun.filter((move) => move.itemId === itemId && move.fate !== 'failed')
    const lastAnswered = mine.findLastIndex(({ fate }) => fate === 'ok')
    const open = mine.slice(lastAnswered + 1)
    const known = this.seen.get(itemId) ?? card(0, '')
    return { ...known, phase: open.at(-1)?.phase ?? known.phase }
  }
}

describe('random interleavings', () => {
  it('after every step the list equals a simple model, and at the end it equals the server', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const world = new World()
        for (const at of steps) {
          world.take(at)
          for (const id of items) expect(world.shown(id)).toEqual(world.expected(id))
        }
        while (world.requests.length > 0) world.take({ kind: 'work', pick: 0, ok: world.requests.length % 2 === 0 })
        while (world.answers.length > 0) world.take({ kind: 'answer', pick: world.answers.length - 1 })
        world.take({ kind: 'ask' })
        world.take({ kind: 'list' })
        for (const id of items) expect(world.shown(id)).toEqual(world.server.get(id))
        expect(world.moves).toEqual([])
      }),
      { numRuns: 1_000 },
    )
  })
})

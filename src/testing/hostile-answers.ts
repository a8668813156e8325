import { valueAt } from '#domain/value-at.ts'
import type { TestAnswerText } from './web-harness.ts'

const pick = <T>(random: () => number, list: readonly T[]): T => valueAt(list, Math.floor(random() * list.length))

const pascal = (key: string) => key.charAt(0).toUpperCase() + key.slice(1)
const snake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const wrong: readonly unknown[] = [
  null,
  undefined,
  '',
  'soon',
  '2026-02-30',
  '<img src=x onerror=alert(1)>',
  -1,
  1e308,
  '1e999',
  'True',
  true,
  [],
  [null],
  {},
  '😀'.repeat(300),
]

const pickWrong = (random: () => number): unknown => wrong[Math.floor(random() * wrong.length)]

/** Applies `change` to every field of a JSON value, with the name of the field. */
const walk = (value: unknown, change: (key: string, value: unknown) => readonly [string, unknown]): unknown => {
  if (Array.isArray(value)) return value.map((item) => walk(item, change))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const [name, changed] = change(key, item)
      return [name, changed === item ? walk(item, change) : changed]
    }),
  )
}

const asText = (item: unknown) => (typeof item === 'number' || typeof item === 'boolean' ? String(item) : item)

/** Answers of the right type with wrong details. */
const bent: readonly ((value: unknown, random: () => number) => unknown)[] = [
  (value) => walk(value, (key, item) => [pascal(key), item]),
  (value) => walk(value, (key, item) => [snake(key), item]),
  (value) => walk(value, (key, item) => [key, asText(item)]),
  (value) => walk(value, (key, item) => [key, Array.isArray(item) ? null : item]),
  (value, random) => walk(value, (key, item) => [key, random() < 0.15 ? null : item]),
  (value, random) => walk(value, (key, item) => [key, random() < 0.1 ? pickWrong(random) : item]),
  (value, random) => walk(value, (key, item) => [key, random() < 0.6 ? pickWrong(random) : item]),
  (value, random) => (Array.isArray(value) ? [null, pickWrong(random), ...value, ...value] : { data: value }),
]

/** Unreadable answers. */
const broken: readonly ((text: string) => TestAnswerText)[] = [
  () => ({ status: 502, body: '<!doctype html><title>502 Bad Gateway</title>' }),
  () => ({ status: 200, body: '<!doctype html><title>Sign in to the proxy</title>' }),
  () => ({ status: 200, body: '' }),
  () => ({ status: 204, body: null }),
  (text) => ({ status: 200, body: text.slice(0, text.length / 2) }),
  () => ({ status: 200, body: '\u001f\u008b\u0008\u0000garbage' }),
  () => ({ status: 200, body: 'null' }),
  () => ({ status: 200, body: '"projects"' }),
  () => ({ status: 200, body: '{}' }),
  () => ({ status: 200, body: '[]' }),
  () => ({ status: 500, body: '{"error":null}' }),
  () => ({ status: 404, body: '' }),
  () => ({ status: 403, body: '{"Error":"Forbidden"}' }),
  () => ({ status: 429, body: 'slow down' }),
]

/** An answer altered as by a proxy, another server or a fault. */
export const hostileAnswer = (text: string, random: () => number): TestAnswerText => {
  if (random() < 0.35) return pick(random, broken)(text)
  try {
    return { status: 200, body: JSON.stringify(pick(random, bent)(JSON.parse(text), random)) ?? '' }
  } catch {
    return { status: 200, body: text }
  }
}

/** A deterministic generator of numbers from 0 to 1 from a seed (mulberry32). */
export const seededRandom = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

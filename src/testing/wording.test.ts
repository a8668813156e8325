import { expect, it } from 'vitest'
import { readSources } from './read-sources.ts'

/** Phrases that planners found confusing, and their replacements. */
const replaced: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\bnot placed\b/i, 'not scheduled'],
  // An engine value in hours times priority, which means nothing to a planner.
  [/\bweighted[ -]late/i, 'late projects and late days'],
  [/\bhas no place\b/i, 'is not scheduled'],
  [/\bwithout a place\b/i, 'not scheduled'],
  [/\b(take|taken|took) back\b/i, 'remove, undo or revert'],
  [/\bput back\b/i, 'restored'],
  [/\bwill stand here\b/i, 'will appear here'],
  [/\b(a)?round the clock\b/i, '24/7'],
  [/\bAs the organization\b(?!')/i, 'Organization default'],
  [/\b(Come closer|Go further)\b/, 'Zoom in, Zoom out'],
  [/\bThe (present|old) plan\b/i, 'the current plan'],
  [/\bThe plan is as it was\b/i, 'The plan is unchanged'],
  [/\bLonger than estimated\b/i, 'Running over estimate'],
  [/\bIs kept on\b/, 'Moves to'],
  [/\bHand it over\b/, 'Send it privately'],
  [/\beverybody\b/i, 'everyone'],
]

/** Lines that may contain text for users: the source without comments and imports. */
const readable = (source: string): string[] =>
  source
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .filter((line) => !/^\s*(\/\/|import\b|export \* )/.test(line))
    .map((line) => line.replace(/(^|\s)\/\/ .*$/, ''))

it.each(replaced)('no screen, message or API text says %s; the word is "%s"', (phrase) => {
  const floors = /^src\/(contract|domain|web|server\/(services|http|jobs))\//
  const found = readSources()
    .filter(({ path }) => floors.test(path) && !/\.test\.tsx?$/.test(path))
    .flatMap(({ path, text }) =>
      readable(text)
        .filter((line) => phrase.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    )
  expect(found).toEqual([])
})

/** Words in comments and titles that are a translation or a private word, and the usual ones. */
const foreign: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\b(somebody|nobody|whoever)\b/i, 'the user, no one, anyone'],
  [/\beverybody\b/i, 'everyone'],
  [/\b(a)?round the clock\b/i, '24/7'],
  [/\b(by|of) the clock\b/i, 'clock time'],
  [/\bwhat is left\b/i, 'the rest, the remaining work'],
  [/\bunless said\b/i, 'by default'],
  [/\bat present\b|\bthe present plan\b/i, 'now, the current plan'],
  [/\bput in force\b/i, 'applied'],
  [/\b(takes?|taken|took) (back|in)\b/i, 'undone, merged'],
  [/\btold\b/i, 'notified, reported'],
  [/\bdesk\b/i, 'worker'],
  [/\bin vain\b/i, 'without effect'],
  [/\bspecification \d/i, 'the rule itself, in words'],
]

/** Folders whose comments and titles are checked. */
const checked = /^(src\/(contract|domain|testing)|e2e)\/(?!.*\/pack-)/

/** Comments, and titles of tests and their groups. A comment never begins inside a glob such as `src/**`. */
const prose = (source: string): string[] => [
  ...Array.from(source.matchAll(/(?<=^|\s)(?:\/\*[\s\S]*?\*\/|\/\/ .*)/gm), ([comment]) => comment),
  ...Array.from(source.matchAll(/\b(?:it|test|describe)(?:\.\w+)*\(\s*(['"`])(.*?)\1/g), ([, , title]) => title ?? ''),
]

it.each(foreign)('no comment or title in the checked folders says %s; write "%s"', (word) => {
  const found = readSources()
    .filter(({ path }) => checked.test(path) && !path.endsWith('wording.test.ts'))
    .flatMap(({ path, text }) =>
      prose(text)
        .filter((line) => word.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    )
  expect(found).toEqual([])
})

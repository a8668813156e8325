import type { HostileArchive } from './xlsx-archives.ts'

const plan = (content: string): Buffer => Buffer.from(`<?xml version="1.0"?><Project>${content}</Project>`)
const many = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('')

const json = (text: string): Buffer => Buffer.from(text)

/** JSON of 5 MB that is designed to use memory or time. */
const hostileJson: readonly HostileArchive[] = [
  {
    name: 'JSON of 1.7 million empty objects',
    bytes: () => json(`[${'{},'.repeat(1_700_000)}{}]`),
    answer: 'nothing in this table',
  },
  {
    name: 'JSON of 1.7 million empty objects and a record',
    bytes: () => json(`[${'{},'.repeat(1_700_000)}{"a":1}]`),
    answer: '20,000 rows',
  },
  {
    name: 'JSON of 1.7 million empty lists',
    bytes: () => json(`{"data":[${'[],'.repeat(1_600_000)}[]]}`),
    answer: 'no list of records',
  },
  { name: 'JSON of five million brackets', bytes: () => json('['.repeat(5_000_000)), answer: '100 levels' },
  {
    name: 'JSON of 800,000 objects in each other',
    bytes: () => json(`${'{"a":'.repeat(800_000)}1${'}'.repeat(800_000)}`),
    answer: '100 levels',
  },
  {
    name: 'JSON with a record of 400,000 fields',
    bytes: () => json(`[{${many(400_000, (at) => `"${at}":1,`)}"a":1}]`),
    answer: '100 different fields',
  },
  {
    name: 'JSON with one field 700,000 times',
    bytes: () => json(`[{${'"a":1,'.repeat(700_000)}"a":1}]`),
    answer: 'twice',
  },
  {
    name: 'JSON with 400,000 objects before its records',
    bytes: () => json(`{${many(400_000, (at) => `"${at}":{},`)}"data":[{"a":1}]}`),
    answer: 1,
  },
  {
    name: 'JSON with a text of 5 MB',
    bytes: () => json(`[{"a":"${'x'.repeat(4_900_000)}"}]`),
    answer: '10,000 characters',
  },
  {
    name: 'JSON with a text of 2.4 million backslashes',
    bytes: () => json(`[{"a":"${'\\\\'.repeat(2_400_000)}"}]`),
    answer: '10,000 characters',
  },
  {
    name: 'JSON with 2.4 million quotes in a text that never ends',
    bytes: () => json(`[{"a":"${'\\"'.repeat(2_400_000)}`),
    answer: 'not complete',
  },
  {
    name: 'JSON with a number of five million digits',
    bytes: () => json(`[{"a":${'9'.repeat(4_900_000)}}]`),
    answer: '10,000 characters',
  },
  {
    name: 'JSON with a field that holds 5 MB of objects',
    bytes: () => json(`[{"a":[${'{},'.repeat(1_600_000)}{}]}]`),
    answer: '10,000 characters',
  },
  {
    name: 'JSON of 6,000 records with 100 fields',
    bytes: () => json(`[${`{${many(99, (at) => `"${at % 10}${at}":1,`)}"z":1},`.repeat(6_000)}{}]`),
    answer: 6_000,
  },
  {
    name: 'JSON of five million line ends and a mistake',
    bytes: () => json(`[{"a":1}${'\n'.repeat(4_900_000)}x]`),
    answer: 'line 4900001 is not JSON',
  },
]

/** Texts of 5 MB that are designed to use memory or time. */
export const hostileTexts: readonly HostileArchive[] = [
  { name: 'a row of five million cells', bytes: () => Buffer.from(','.repeat(5_000_000)), answer: '100 columns' },
  {
    name: 'five million empty lines',
    bytes: () => Buffer.from(`Project,Operation\n1,Cut\n${'\n'.repeat(4_900_000)}`),
    answer: 1,
  },
  {
    name: 'five million empty lines before a row',
    bytes: () => Buffer.from(`Project,Operation\n${'\n'.repeat(4_900_000)}1,Cut`),
    answer: '20,000 rows',
  },
  {
    name: 'two million cells of a table',
    bytes: () => Buffer.from(`a,b\n${`${Array.from({ length: 100 }, () => '1').join(',')}\n`.repeat(20_000)}`),
    answer: '6.5 MB',
  },
  { name: 'five million quotes', bytes: () => Buffer.from('"'.repeat(5_000_000)), answer: 'never closed' },
  {
    name: 'a row of empty cells in quotes',
    bytes: () => Buffer.from(`a;b\n${'"";'.repeat(1_600_000)}`),
    answer: '100 columns',
  },
  {
    name: 'letters of an encoding that nobody names',
    bytes: () => Buffer.concat([Buffer.from('a;b\n'), Buffer.alloc(4_900_000, 0xe4)]),
    answer: '10,000 characters',
  },
  {
    name: 'a plan of 600,000 empty tasks',
    bytes: () => plan(`<Tasks>${'<Task/>'.repeat(600_000)}</Tasks>`),
    answer: 'too large',
  },
  {
    name: 'a plan of 300,000 assignments',
    bytes: () => plan(`<Assignments>${'<Assignment/>'.repeat(300_000)}</Assignments>`),
    answer: 'too large',
  },
  {
    name: 'a plan with an attribute of 5 MB',
    bytes: () => plan(`<Tasks a="${'x'.repeat(4_900_000)}"/>`),
    answer: '250,000 characters',
  },
  {
    name: 'a plan with 400,000 attributes',
    bytes: () => plan(`<Tasks ${many(400_000, (at) => `a${at}="" `)}/>`),
    answer: '250,000 characters',
  },
  {
    name: 'a plan with a title of 5 MB',
    bytes: () => plan(`<Title>${'x'.repeat(4_900_000)}</Title>`),
    answer: '250,000 characters',
  },
  {
    name: 'a plan of 19,000 tasks',
    bytes: () =>
      plan(
        `<Tasks>${many(19_000, (at) => `<Task><UID>${at + 1}</UID><Name>Task ${at}</Name><OutlineLevel>1</OutlineLevel><Duration>PT8H0M0S</Duration><PredecessorLink><PredecessorUID>${at}</PredecessorUID></PredecessorLink></Task>`)}</Tasks>`,
      ),
    answer: 19_000,
  },
  {
    name: 'a plan of 19,000 tasks with one id',
    bytes: () => plan(`<Tasks>${'<Task><UID>1</UID><Name>a</Name></Task>'.repeat(19_000)}</Tasks>`),
    answer: 19_000,
  },
  ...hostileJson,
]

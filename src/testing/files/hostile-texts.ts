import type { HostileArchive } from './xlsx-archives.ts'

const plan = (content: string): Buffer => Buffer.from(`<?xml version="1.0"?><Project>${content}</Project>`)
const many = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('')

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
]

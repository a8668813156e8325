import { describe, expect, it } from 'vitest'
import { maxRoutingHours, maxRoutingSteps } from '#contract/promise-date.ts'
import { readRouting, routingText } from './read-routing.ts'

const saw = { categoryId: '11111111-1111-4111-8111-111111111111', name: 'Saw' }
const mill = { categoryId: '22222222-2222-4222-8222-222222222222', name: 'Mill 2' }
const centers = [saw, mill]
const step = (name: string, categoryId: string | null, durationHours: number) => ({ name, categoryId, durationHours })

describe('readRouting', () => {
  it.each([
    ['tabs', 'Cut\tSaw\t4\nFace\tMill 2\t7.5'],
    [
      'tabs, headings, empty lines and Windows line ends',
      'Operation\tWork center\tHours\r\n\r\nCut\tSaw\t4\r\nFace\tMill 2\t7.5\r\n',
    ],
    ['semicolons and decimal commas', 'Cut;Saw;4\nFace;Mill 2;7,5'],
    ['commas, other letter case, and hours with their unit', 'Cut, saw, 4 h\nFace, MILL 2, 7.5 hours'],
    ['quotes and empty columns at the end', '"Cut"\tSaw\t4\t\t\n"Face"\t"Mill 2"\t7.5\t'],
  ])('readRouting accepts lines with %s', (_, text) => {
    expect(readRouting(text, centers)).toEqual({
      steps: [step('Cut', saw.categoryId, 4), step('Face', mill.categoryId, 7.5)],
      problems: [],
    })
  })

  it('an operation may have no work center', () => {
    expect(readRouting('Wait for paint\t\t24', centers).steps).toEqual([step('Wait for paint', null, 24)])
  })

  it.each([
    ['Cut\tSaw', 'Three columns are needed: name, work center, hours.'],
    ['Cut\tSawmill\t4', 'There is no work center "Sawmill".'],
    ['Cut\tSaw\tfour', '"four" is not a number of hours, such as 7.5.'],
    ['Cut\tSaw\t', '"" is not a number of hours, such as 7.5.'],
    ['Cut\tSaw\t200000', 'Hours: At most 100000.'],
    ['\tSaw\t4', 'Name is required.'],
    ['Cut\tSaw\t4\t1\tblue', 'More than four columns: only name, work center, hours, after.'],
    ['Cut\tSaw\t4\tblue', '"blue" is not the number of an operation before it, or - for none.'],
    ['Cut\tSaw\t4\t1 2', '"1 2" is not the number of an operation before it, or - for none.'],
  ])('the line %j is reported as an error, and other lines are read', (bad, message) => {
    const { steps, problems } = readRouting(`Face\tMill 2\t1\n\n${bad}\nCut\tSaw\t2`, centers)
    expect(problems).toEqual([{ line: 3, message }])
    expect(steps.map(({ name }) => name)).toEqual(['Face', 'Cut'])
  })

  it('more operations than an answer can contain are refused', () => {
    const lines = (count: number) => Array.from({ length: count }, (_, index) => `Cut ${index}\tSaw\t1`).join('\n')
    expect(readRouting(lines(maxRoutingSteps), centers).problems).toEqual([])
    expect(readRouting(lines(maxRoutingSteps + 1), centers).problems).toEqual([
      { line: maxRoutingSteps + 1, message: `At most ${maxRoutingSteps} operations.` },
    ])
  })

  it('the line that exceeds the maximum hours of an answer is refused', () => {
    const lines = (last: number) => `Cut\tSaw\t${maxRoutingHours - 10}\nFace\tSaw\t${last}\nPack\t\t0`
    expect(readRouting(lines(10), centers).problems).toEqual([])
    expect(readRouting(lines(11), centers)).toEqual({
      steps: [],
      problems: [{ line: 2, message: 'At most 100,000 hours in all.' }],
    })
  })

  it('predecessor numbers are read', () => {
    const text = 'Cut;Saw;4\nFace;Mill 2;1;-\nJoin;;2;1 2\nPack;;1'
    expect(readRouting(text, centers).steps.map(({ after }) => after)).toEqual([undefined, [], [0, 1], undefined])
  })

  it('readRouting reads the output of routingText, whatever the names', () => {
    const steps = [
      step('Cut "fine", twice; slowly', saw.categoryId, 0.25),
      step('Wait', null, 8),
      { ...step('Face', mill.categoryId, 1), after: [] },
      { ...step('Join', null, 2), after: [1, 2] },
    ]
    expect(readRouting(routingText(steps, centers), centers)).toEqual({ steps, problems: [] })
  })
})

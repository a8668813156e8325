import { describe, expect, it } from 'vitest'
import { SearchIndex } from './search-index.ts'
import { wordDistance } from './word-distance.ts'

describe('wordDistance', () => {
  it.each([
    ['schedule', 'schedule', 0],
    ['sch', 'schedule', 0.01],
    ['board', 'kanbanboard', 0.1],
    ['shcedule', 'schedule', 1 / 8],
    ['schedle', 'schedule', 1 / 7],
    ['kamban', 'kanban', 1 / 6],
    ['analitics', 'analytics', 1 / 9],
    ['cat', 'kanban', 1],
    ['abc', 'abd', 1],
    ['1042', '1043', 1],
    ['104', '1042', 0.01],
    ['042', '1042', 0.1],
  ])('the distance from %s to %s is %d', (typed, text, distance) =>
    expect(wordDistance(typed, text)).toBeCloseTo(distance),
  )
})

const entries = [
  { name: 'Dashboard', description: 'Go to the scheduling dashboard' },
  { name: 'Kanban Board', description: 'Project lifecycle by phase' },
  { name: 'Schedule', description: 'Gantt and timeline' },
  { name: 'Schedule all projects', description: 'Starts a run' },
  { name: 'Toggle theme', description: 'Switch between dark and light' },
]
const index = new SearchIndex(entries)
const names = (query: string) => index.search(query, 40).map(({ entry }) => entry.name)

describe('SearchIndex', () => {
  it('tolerates typos in name and description and lists the nearest match first', () => {
    expect(names('sch')).toEqual(['Schedule', 'Schedule all projects', 'Dashboard'])
    expect(names('SHCEDULE')).toEqual(['Schedule', 'Schedule all projects', 'Dashboard'])
    expect(names('gantt')).toEqual(['Schedule'])
    expect(names('drak')).toEqual(['Toggle theme'])
    expect(names('board kanban')).toEqual(['Kanban Board'])
  })

  it('finds nothing beyond the threshold or for an empty query', () => {
    for (const query of ['zzz', 'schedule zzz', '', '   ', '()[]*', 'xyzw']) expect(names(query)).toEqual([])
  })

  it('returns at most 40 of 10,000 entries after every typed letter', () => {
    const parts = ['Conveyor', 'Frame', 'Mezzanine', 'Steelwork', 'Hopper', 'Support', 'Tower', 'Transition', 'Crusher']
    const many = Array.from({ length: 10_000 }, (_, at) => ({
      name: `#${1000 + at} ${parts[at % 9]} ${parts[(at * 7) % 8]} CF-${at}`,
      description: `Customer ${at % 400}`,
    }))
    const big = new SearchIndex(many)
    for (const text of ['conveyor frmae cf', 'stelwork 4711', '10', 'zzzzzz', 'mezzanine tower cust']) {
      for (let length = 1; length <= text.length; length++) {
        expect(big.search(text.slice(0, length), 40).length).toBeLessThanOrEqual(40)
      }
    }
    expect(big.search('4711 ', 40)[0]?.entry.name).toContain('4711')
  })

  it('an order number that was typed whole comes before longer ones, and other numbers are no match', () => {
    const orders = ['10420', '1043', '42', '1042', '31042'].map((number) => ({
      name: `#${number} Frame`,
      description: 'In production',
    }))
    const found = new SearchIndex(orders).search('1042', 40).map(({ entry }) => entry.name)
    expect(found).toEqual(['#1042 Frame', '#10420 Frame', '#31042 Frame'])
  })
})

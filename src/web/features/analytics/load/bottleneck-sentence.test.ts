import { expect, it } from 'vitest'
import { bottleneckSentence, greatestCauseSentence } from './bottleneck-sentence.ts'

const paint = (lateDays: number) => ({
  categoryId: 'paint',
  name: 'Paint',
  color: '',
  lateDays,
  waitingDays: 0,
  projects: 2,
})
const late = (lateDays: number) => ({ lateProjects: 6, lateDays: 60, workCenters: [paint(lateDays)], others: [] })

it('bottleneckSentence calls a work center the bottleneck only from a tenth of the late days up', () => {
  expect(bottleneckSentence(late(6))).toMatch(
    /^Paint is the bottleneck: waiting for it causes 6 of the 60 project-days of lateness \(10 %\), in 2/,
  )
  expect(bottleneckSentence(late(3))).toMatch(
    /No work center is the bottleneck. Most time is lost waiting for Paint: 3 project-days \(5 %\)/,
  )
  expect(bottleneckSentence(late(0))).toMatch(/none of them waits for a work center/)
  expect(bottleneckSentence({ ...late(0), lateProjects: 0 })).toBe('No project is planned to end after its ship date.')
})

it('greatestCauseSentence names a cause that is no queue only if it outweighs the first work center', () => {
  const planned = (lateDays: number) => [{ cause: 'planned' as const, lateDays, projects: 5 }]
  expect(greatestCauseSentence({ ...late(6), others: planned(36) })).toBe(
    'The largest cause is "Planned late": 36 of the 60 project-days (60 %), in 5 projects.',
  )
  expect(greatestCauseSentence({ ...late(6), others: planned(5) })).toBeNull()
  expect(greatestCauseSentence({ ...late(6), others: [] })).toBeNull()
  expect(greatestCauseSentence({ ...late(6), lateProjects: 0, others: planned(36) })).toBeNull()
})

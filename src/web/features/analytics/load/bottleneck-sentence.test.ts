import { expect, it } from 'vitest'
import { bottleneckSentence } from './bottleneck-sentence.ts'

const paint = (lateDays: number) => ({
  categoryId: 'paint',
  name: 'Paint',
  color: '',
  lateDays,
  waitingDays: 0,
  projects: 2,
})
const late = (lateDays: number) => ({ lateProjects: 6, lateDays: 60, workCenters: [paint(lateDays)] })

it('bottleneckSentence calls a work center the bottleneck only from a tenth of the late days on', () => {
  expect(bottleneckSentence(late(6))).toMatch(
    /^Paint is the bottleneck: waiting for it causes 6 of the 60 project-days/,
  )
  expect(bottleneckSentence(late(3))).toMatch(/No work center is the bottleneck: waiting for Paint causes most, 3 proj/)
  expect(bottleneckSentence(late(0))).toMatch(/none of them waits for a work center/)
  expect(bottleneckSentence({ ...late(0), lateProjects: 0 })).toBe('No project is planned to end after its ship date.')
})

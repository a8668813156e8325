import { expect, it } from 'vitest'
import { type OperationCause, operationCauses } from '#contract/operation-lists.ts'
import { causeWords } from './cause-words.ts'

const operation = { operationId: 'o', projectId: 'p', projectNumber: '1027', name: 'Weld braces' }
const workCenter = { categoryId: 'c', name: 'Welding', kind: 'inside' as const }
const welders = { categoryId: 'w', name: 'Certified welders', kind: 'pool' as const }
const none: OperationCause = {
  code: 'none',
  operation: null,
  workCenter: null,
  holiday: null,
  available: null,
  hours: null,
  days: null,
  until: null,
}
const words = (cause: Partial<OperationCause>) => causeWords({ ...none, ...cause }, () => 'Mon 6:00 AM')

it.each<[Partial<OperationCause>, string, string]>([
  [{ code: 'predecessor', operation }, 'Waits for Weld braces', '#1027 Weld braces must finish first.'],
  [
    { code: 'workCentreBusy', workCenter, operation, until: '2026-11-23T12:00:00Z' },
    'Welding full: #1027 Weld braces',
    'Welding full: #1027 Weld braces took the last free capacity until Mon 6:00 AM.',
  ],
  [
    {
      ...{ code: 'workCentreBusy', workCenter, operation, until: '2026-11-23T12:00:00Z' },
      available: { units: 1, usual: 3, name: null },
    },
    'Welding full: #1027 Weld braces',
    'Welding full: #1027 Weld braces took the last free capacity until Mon 6:00 AM. 1 of 3 available.',
  ],
  [
    { code: 'workCentreBusy', workCenter: welders, operation, until: '2026-11-23T12:00:00Z' },
    'Waits for Certified welders: #1027 Weld braces',
    'Certified welders: none free until Mon 6:00 AM. #1027 Weld braces uses the last one.',
  ],
  [
    { code: 'workCentreBusy', workCenter: welders, available: { units: 1, usual: 2, name: 'Leave of a welder' } },
    'Waits for Certified welders: Leave of a welder',
    'Certified welders: none free. 1 of 2 available (Leave of a welder).',
  ],
  [
    {
      code: 'atSupplier',
      workCenter: { categoryId: 'c', name: 'Olsen Galvanizing', kind: 'outside' },
      hours: 120,
      days: 5,
    },
    'At Olsen Galvanizing for 5 days',
    'At Olsen Galvanizing for 5 days. Every day of the week counts.',
  ],
  [{ code: 'notStarted', hours: 0.01, days: 0 }, 'Not started', 'Ready, but not started.'],
  [{ code: 'closed', holiday: 'Thanksgiving' }, 'Closed: Thanksgiving', 'No working time.'],
  [
    { code: 'longerThanEstimated', hours: 328, days: 21.4 },
    'Running over estimate',
    'It takes 21 working days longer than its estimate.',
  ],
  [
    { code: 'longerThanEstimated', hours: 15.5, days: 1.9 },
    'Running over estimate',
    'It takes 15.5 working hours longer than its estimate.',
  ],
  [{ code: 'startedLate', hours: 1, days: 0.1 }, 'Started late', 'It started 1 working hour after its planned start.'],
])('%o reads as %s', (cause, title, detail) => expect(words(cause)).toEqual({ title, detail }))

it('every cause except none has a title and details, even without parameters', () => {
  for (const code of operationCauses) {
    const line = words({ code })
    if (code === 'none') expect(line).toBeNull()
    else expect(`${line?.title} ${line?.detail}`).not.toMatch(/undefined|null/)
  }
})

import { expect, it } from 'vitest'
import { type OperationCause, operationCauses } from '#contract/operation-lists.ts'
import { causeName, causeWords } from './cause-words.ts'

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
      code: 'workCentreBusy',
      workCenter,
      operation,
      until: '2026-11-23T12:00:00Z',
      available: { units: 1, usual: 3, name: null },
    },
    'Welding full: #1027 Weld braces',
    'Welding full: #1027 Weld braces took the last free capacity until Mon 6:00 AM. 1 of 3 available.',
  ],
  [
    { code: 'wasTaken', workCenter, operation, own: true, until: '2026-11-23T12:00:00Z' },
    'Welding was taken: #1027 Weld braces of the same project',
    'Welding was taken by #1027 Weld braces of the same project until Mon 6:00 AM.',
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
  [{ code: 'notStarted', hours: 0.005, days: 0 }, 'Not reported as started', 'Ready, but not reported as started.'],
  [
    { code: 'notStarted', hours: 12, days: 1.5, since: '2026-10-28T12:00:00Z' },
    'Not started, ready since Mon 6:00 AM',
    'Not reported as started although ready since Mon 6:00 AM.',
  ],
  [
    { code: 'wasTaken', workCenter, operation, until: '2026-11-23T12:00:00Z', hours: 4, days: 0.5 },
    'Welding was taken: #1027 Weld braces',
    'Welding was taken by #1027 Weld braces until Mon 6:00 AM.',
  ],
  [
    { code: 'wasTaken', workCenter, operation, until: '2026-11-23T12:00:00Z', more: 3 },
    'Welding was taken: #1027 Weld braces and 3 more',
    'Welding was taken by #1027 Weld braces and 3 more until Mon 6:00 AM.',
  ],
  [
    {
      code: 'wasTaken',
      workCenter: welders,
      operation,
      until: '2026-11-23T12:00:00Z',
      available: { units: 1, usual: 2, name: 'Leave of a welder' },
    },
    'Waited for Certified welders: Leave of a welder',
    'Certified welders: none free until Mon 6:00 AM. In use by #1027 Weld braces. 1 of 2 available (Leave of a welder).',
  ],
  [
    {
      code: 'wasPlanned',
      until: '2026-11-18T12:00:00Z',
      since: '2026-11-12T12:00:00Z',
      plannedBy: 'run',
      hours: 40,
      days: 5,
    },
    'Planned late by the run of Mon 6:00 AM',
    'Planned for Mon 6:00 AM by the run of Mon 6:00 AM, 5 working days later than it could start.',
  ],
  [
    { code: 'wasPlanned', until: '2026-11-18T12:00:00Z', hours: 0.25, days: 0.1 },
    'Planned late, for Mon 6:00 AM',
    'Planned for Mon 6:00 AM, 15 min later than it could start.',
  ],
  [
    { code: 'planned', until: '2026-11-18T12:00:00Z', since: '2026-11-12T12:00:00Z', plannedBy: 'person' },
    'Planned late by hand on Mon 6:00 AM',
    'Planned for Mon 6:00 AM by hand on Mon 6:00 AM, later than anything it waits for. Scheduling again may bring it forward.',
  ],
  [{ code: 'waited', hours: 0.25, days: 0.1 }, 'Started later than it could', 'Started 15 min later than it could.'],
  [{ code: 'closed', holiday: 'Thanksgiving' }, 'Closed: Thanksgiving', 'No working time.'],
  [
    { code: 'longerThanEstimated', hours: 328, days: 21.4 },
    'Running over estimate',
    'Running 21 working days over its estimate.',
  ],
  [
    { code: 'longerThanEstimated', hours: 15.5, days: 1.9 },
    'Running over estimate',
    'Running 15 h 30 min over its estimate.',
  ],
  [
    { code: 'startedLate', hours: 1, days: 0.1 },
    'Started 1 h late',
    'Reported as started 1 h after its scheduled start.',
  ],
  [
    { code: 'startedLate', hours: 16, days: 2, since: '2026-10-28T12:00:00Z' },
    'Started 2 working days late',
    'Reported as started 2 working days later than it could, ready since Mon 6:00 AM.',
  ],
])('causeWords describes %o as %s', (cause, title, detail) => expect(words(cause)).toEqual({ title, detail }))

it('every cause except none has a title and details, even without parameters', () => {
  for (const code of operationCauses) {
    const line = words({ code })
    if (code === 'none') expect(line).toBeNull()
    else expect(`${line?.title} ${line?.detail}`).not.toMatch(/undefined|null/)
  }
})

it('a wait for another operation of the same project is described as its own work, not as a full work center', () => {
  const busy = { ...none, code: 'workCentreBusy' as const, workCenter, operation }
  expect(causeName(busy, () => '')).toBe('Welding full')
  expect(causeName({ ...busy, own: true }, () => '')).toBe('Own earlier work at Welding')
})

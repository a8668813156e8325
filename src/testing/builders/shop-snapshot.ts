import type { ShopSnapshot, SnapshotOperation, SnapshotProject } from '#domain/scheduling/shop-snapshot.ts'

/** Monday 16 November 2026, 08:00 in New York, five hours behind UTC. */
export const mondayMorningMs = Date.parse('2026-11-16T08:00:00-05:00')

/** An operation in a snapshot: four hours on the saw, not started. */
export const operation = (operationId: string, over: Partial<SnapshotOperation> = {}): SnapshotOperation => ({
  operationId,
  name: operationId,
  sequence: 10,
  durationHours: 4,
  progressPercentage: 0,
  onHold: false,
  pinned: false,
  categoryId: 'saw',
  dependencies: [],
  materialReadyMs: null,
  scheduledStartMs: null,
  scheduledEndMs: null,
  actualStartMs: null,
  actualEndMs: null,
  ...over,
})

/** A project in production without dates, named after its id. */
export const project = (
  projectId: string,
  operations: SnapshotOperation[],
  over: Partial<SnapshotProject> = {},
): SnapshotProject => ({
  projectId,
  projectNumber: projectId,
  projectName: projectId,
  phase: 'production',
  priority: 50,
  productionStartMs: null,
  engineeringReleaseMs: null,
  customerReleaseMs: null,
  dueMs: null,
  operations,
  ...over,
})

/** A shop in New York, Monday to Friday 08:00-17:00, with a holiday on Wednesday 18 November 2026: saw (1), weld (2), shut (never open). */
export const shop = (projects: SnapshotProject[], over: Partial<ShopSnapshot> = {}): ShopSnapshot => ({
  nowMs: mondayMorningMs,
  timeZone: 'America/New_York',
  freezeWorkingDays: 0,
  defaultShiftId: 'day',
  shifts: [
    {
      shiftId: 'day',
      name: 'Day',
      versions: [
        {
          effectiveFrom: null,
          periods: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, fromMinute: 480, toMinute: 1020 })),
          breaks: [],
        },
      ],
    },
    { shiftId: 'never', name: 'Never', versions: [{ effectiveFrom: null, periods: [], breaks: [] }] },
  ],
  holidays: [
    { holidayId: 'h', name: 'Founders', date: '2026-11-18', fromMinute: null, toMinute: null, categoryId: null },
  ],
  closedDayRule: 'shift',
  exceptions: [],
  categories: [
    { categoryId: 'saw', name: 'Saw', capacity: 1, shiftId: null },
    { categoryId: 'weld', name: 'Weld', capacity: 2, shiftId: null },
    { categoryId: 'shut', name: 'Shut', capacity: 1, shiftId: 'never' },
  ],
  projects,
  ...over,
})

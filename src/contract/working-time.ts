import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './fields.ts'
import { CalendarExceptionInput, HolidayInput } from './holidays.ts'
import { ShiftVersion } from './shifts.ts'

/** A change of working time or capacity that has not been saved; null in place of a record = it is taken away. */
export const WorkingTimeChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('shift'), shiftId: Id, versions: z.array(ShiftVersion).min(1).max(50) }),
  z.object({ kind: z.literal('defaultShift'), shiftId: Id.nullable() }),
  z.object({
    kind: z.literal('category'),
    categoryId: Id,
    capacity: z.number().int().min(1).max(1_000).optional(),
    shiftId: Id.nullable().optional(),
  }),
  z.object({ kind: z.literal('holiday'), holidayId: Id.nullable(), holiday: HolidayInput.nullable() }),
  z.object({ kind: z.literal('exception'), exceptionId: Id.nullable(), exception: CalendarExceptionInput.nullable() }),
])
export type WorkingTimeChange = z.infer<typeof WorkingTimeChange>

const ProjectTurn = z.object({ projectId: z.string(), number: z.string(), name: z.string() })

/** What a run with the change gives, against a run without it; nothing is stored. */
export const WorkingTimePreview = z.object({
  operationsMoved: z.number().int(),
  projectsAffected: z.number().int(),
  becomeLate: z.array(ProjectTurn),
  recover: z.array(ProjectTurn),
  /** Operations that find no place any more. */
  operationsUnplaced: z.number().int(),
})
export type WorkingTimePreview = z.infer<typeof WorkingTimePreview>

export const previewWorkingTime = endpoint({
  method: 'POST',
  path: '/working-time/preview',
  access: 'admin',
  summary: 'What a change of working time would move, without saving it',
  body: WorkingTimeChange,
  response: WorkingTimePreview,
})

import type { ProposalChange } from '#contract/proposals.ts'
import type { ProposedWorkingTime } from '#contract/working-time.ts'
import { effectivePhase } from '#domain/projects/effective-phase.ts'
import { changeCategoryWithin, deleteCategoryWithin } from '../categories/write-categories.ts'
import { createCalendarExceptionWithin, deleteCalendarExceptionWithin } from '../holidays/calendar-exceptions.ts'
import {
  changeHolidayWithin,
  createHolidayWithin,
  deleteHolidayWithin,
  insertHolidays,
  splitKnown,
} from '../holidays/write-holidays.ts'
import { lockProject } from '../operations/lock-project.ts'
import { removeOperationWithin } from '../operations/remove-operation.ts'
import { changeOperationWithin } from '../operations/write-operations.ts'
import { changeProjectWithin, deleteProjectWithin } from '../projects/write-projects.ts'
import type { Write } from '../records/write-tenant.ts'
import { changeShiftWithin } from '../shifts/write-shifts.ts'
import { changeTenantSettingsWithin } from '../tenants/settings.ts'
import { storeRework } from '../work-time/floor-entries.ts'

/**
 * A status may hold a project although its phase says that it is worked on. A proposal that gives it this phase means that it is
 * worked on again.
 */
const changeProject = async (
  write: Write,
  { projectId, fields }: Extract<ProposalChange, { kind: 'project' }>,
): Promise<void> => {
  const { currentPhase } = fields
  const { status } = await lockProject(write.ctx, write.tx, projectId)
  const isHeldByStatus = currentPhase !== undefined && effectivePhase({ currentPhase, status }) !== currentPhase
  const input = { ...fields, ...(isHeldByStatus && { status: 'In Progress' as const }) }
  await changeProjectWithin(write, { projectId, input, expectedVersion: null, as: 'form' })
}

const asSeen = { expectedVersion: null }

const changeWorkingTime = async (write: Write, change: ProposedWorkingTime): Promise<unknown> => {
  switch (change.kind) {
    case 'shift':
      return changeShiftWithin(write, { shiftId: change.shiftId, input: { versions: change.versions }, ...asSeen })
    case 'organisation': {
      const { kind: _, ...input } = change
      return changeTenantSettingsWithin(write, { input, ...asSeen })
    }
    case 'category': {
      const { kind: _, categoryId, outside, ...fields } = change
      const input = { ...fields, ...(outside !== undefined && ({ kind: outside ? 'outside' : 'inside' } as const)) }
      return changeCategoryWithin(write, { categoryId, input, ...asSeen })
    }
    case 'categoryGone':
      return deleteCategoryWithin(write, change)
    case 'holiday': {
      const { holidayId, holiday } = change
      if (holidayId === null) return holiday && createHolidayWithin(write, { input: holiday })
      if (holiday === null) return deleteHolidayWithin(write, { holidayId })
      return changeHolidayWithin(write, { holidayId, input: holiday, ...asSeen })
    }
    case 'holidays':
      return insertHolidays(write, (await splitKnown(write.ctx, write.tx, change.holidays)).fresh)
    case 'exception': {
      const { exceptionId, exception } = change
      if (exceptionId !== null) await deleteCalendarExceptionWithin(write, { exceptionId })
      return exception && createCalendarExceptionWithin(write, { input: exception })
    }
  }
}

/** Makes a change as its form would. */
export const makeChange = async (write: Write, change: ProposalChange): Promise<void> => {
  switch (change.kind) {
    case 'project':
      return changeProject(write, change)
    case 'operation': {
      const { projectId, operationId, fields, reworkPieces } = change
      await changeOperationWithin(write, { projectId, operationId, input: fields })
      if (reworkPieces !== undefined) {
        await storeRework(write, { operation: { projectId, operationId }, pieces: reworkPieces })
      }
      return
    }
    case 'projectGone':
      return deleteProjectWithin(write, change)
    case 'operationGone':
      return removeOperationWithin(write, change)
    default:
      return void (await changeWorkingTime(write, change))
  }
}

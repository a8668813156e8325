import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Clock } from 'lucide-react'
import { tenantSettingsQuery } from '#web/api/tenants/tenant-settings.queries.ts'
import { shiftsQuery } from '#web/api/working-time/shifts.queries.ts'
import { classNames } from '#web/lib/class-names.ts'
import { useRefusal } from '#web/stores/actor.ts'

export const noShiftsYet = 'No shifts yet: the schedule assumes 24/7 operation.'
const noDefault = 'No default shift pattern: the schedule assumes 24/7 operation wherever no pattern is set.'

type ShiftAssumptionProps = {
  /** A strip below the page header, or a box inside a dialog. */
  look?: 'strip' | 'box'
  /** Called when the reader follows the link to the shifts. */
  onFollow?: () => void
}

/** Says what the schedule assumes without shifts; nothing if the organization has a default pattern. */
export function ShiftAssumption({ look = 'strip', onFollow }: ShiftAssumptionProps) {
  const defaultShiftId = useQuery({
    ...tenantSettingsQuery(),
    select: (tenant) => tenant.defaultShiftId,
  }).data
  const mayChange = useRefusal('manageShifts') === null
  const count = useQuery({ ...shiftsQuery(), enabled: defaultShiftId === null, select: ({ length }) => length }).data
  if (defaultShiftId !== null || count === undefined) return null
  const words = !mayChange ? 'Open Working time' : count === 0 ? 'Create shifts' : 'Choose the default'
  return (
    <p
      role="note"
      className={classNames(
        'flex items-center gap-2 bg-warn-tint text-warn-text',
        look === 'strip' ? 'min-h-10 shrink-0 border-line border-b px-5 py-1 max-md:px-4' : 'rounded-part px-3 py-2',
      )}
    >
      <Clock aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="min-w-0">
        {count === 0 ? noShiftsYet : noDefault}{' '}
        <Link
          to="/shift-patterns"
          search={mayChange && count === 0 ? { pattern: 'new' } : {}}
          className="font-semibold underline"
          onClick={onFollow}
        >
          {words}
        </Link>
      </span>
    </p>
  )
}

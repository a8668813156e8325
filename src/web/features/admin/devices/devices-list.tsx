import { KeyRound, Trash2 } from 'lucide-react'
import type { FloorDevice } from '#contract/floor-devices.ts'
import { iconActions } from '#web/components/data-list/icon-actions.tsx'
import { type ListColumn, listColumns, useListTable } from '#web/components/data-list/list-table.ts'
import { PlainList } from '#web/components/data-list/plain-list.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { type DateSettings, formatShortDateTime, formatTime } from '#web/lib/format-date.ts'

export type OnDevice = (kind: 'code' | 'remove', device: FloorDevice) => void

interface Scene {
  dates: DateSettings
  onAction: OnDevice
}

const { display } = listColumns<FloorDevice, Scene>()

/** Status of a device and the date it changed. */
const statusWords = ({ status, lastSeenAt, codeExpiresAt }: FloorDevice, dates: DateSettings): string => {
  switch (status) {
    case 'signedIn':
      return `Last seen ${formatShortDateTime(lastSeenAt, dates, Date.now())}`
    case 'waiting':
      return `Code until ${formatTime(codeExpiresAt, dates)}`
    case 'codeExpired':
      return 'Not signed in'
    case 'idle':
      return 'Signed out: not used for 90 days'
  }
}

const columns: readonly ListColumn<FloorDevice, Scene>[] = [
  display({ id: 'name', header: 'Device', meta: { namesRow: true, plain: ({ name }) => name } }),
  display({
    id: 'centers',
    header: 'Work centers',
    meta: {
      classes: 'max-md:hidden',
      plain: ({ workCenters }) => ({
        className: 'text-ink-2',
        children: workCenters.map(({ name }) => name).join(', ') || 'None left',
      }),
    },
  }),
  display({
    id: 'status',
    header: 'Status',
    meta: { plain: (device, { dates }) => ({ className: 'text-ink-2', children: statusWords(device, dates) }) },
  }),
  display({
    id: 'actions',
    header: 'Actions',
    meta: iconActions((device, { onAction }) => [
      { label: `New code for ${device.name}`, icon: <KeyRound />, onClick: () => onAction('code', device) },
      { label: `Remove ${device.name}`, icon: <Trash2 />, onClick: () => onAction('remove', device) },
    ]),
  }),
]

const idOf = ({ deviceId }: FloorDevice) => deviceId

/** The devices with their work centers and when they were last seen. */
export function DevicesList({ devices, onAction }: { devices: readonly FloorDevice[]; onAction: OnDevice }) {
  const dates = useDateSettings()
  const table = useListTable({ columns, rows: devices, idOf })
  return <PlainList table={table} scene={{ dates, onAction }} />
}

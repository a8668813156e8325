import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { FloorDevice } from '#contract/floor-devices.ts'
import { deleteFloorDeviceMutation, renewFloorDeviceCodeMutation } from '#web/api/floor/floor-devices.mutations.ts'
import { floorDevicesQuery } from '#web/api/floor/floor-devices.queries.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { toast } from '#web/ui/toast.tsx'
import { DeviceCodeDialog } from './device-code-dialog.tsx'
import { DeviceDialog } from './device-dialog.tsx'
import { DevicesList } from './devices-list.tsx'

function RemoveDialog({ device, onClose }: { device: FloorDevice; onClose: () => void }) {
  const remove = useMutation(deleteFloorDeviceMutation(useQueryClient()))
  const confirm = () =>
    remove.mutate(device.deviceId, { onSuccess: () => toast.success('Device removed'), onSettled: onClose })
  return (
    <ConfirmDialog
      danger
      open
      title={`Remove ${device.name}?`}
      confirmLabel="Remove"
      busy={remove.isPending}
      busyLabel="Removing…"
      onConfirm={confirm}
      onCancel={onClose}
    >
      It is signed out immediately. Unsent reports on it are lost; reports already sent stay.
    </ConfirmDialog>
  )
}

/** The shop-floor tablets, with buttons to add one with a code and to remove one. */
export function DevicesPanel() {
  const query = useQuery(floorDevicesQuery())
  const renew = useMutation(renewFloorDeviceCodeMutation(useQueryClient()))
  const [isAdding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<FloorDevice | null>(null)
  return (
    <Panel
      title="Shop floor"
      actions={
        <Button size="small" icon={<Plus />} onClick={() => setAdding(true)}>
          New device
        </Button>
      }
    >
      <Loaded query={query}>
        {(devices) =>
          devices.length > 0 && (
            <DevicesList
              devices={devices}
              onAction={(kind, device) => (kind === 'remove' ? setRemoving(device) : renew.mutate(device.deviceId))}
            />
          )
        }
      </Loaded>
      <p className="p-3 text-ink-3">
        A tablet at a work center opens{' '}
        <a href="/floor" className="text-primary-text underline">
          {`${location.origin}/floor`}
        </a>{' '}
        and signs in with a code that you create here. It shows today’s work and reports starts, progress and holds,
        even without a network.
      </p>
      {isAdding && <DeviceDialog onClose={() => setAdding(false)} />}
      {removing && <RemoveDialog device={removing} onClose={() => setRemoving(null)} />}
      {renew.data && (
        <DeviceCodeDialog name={renew.data.name} code={renew.data.pairingCode ?? ''} onClose={() => renew.reset()} />
      )}
    </Panel>
  )
}

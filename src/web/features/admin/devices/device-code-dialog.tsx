import { floorDeviceLimits } from '#contract/floor-devices.ts'
import { ShownOnceDialog } from '#web/components/shown-once/shown-once-dialog.tsx'

type DeviceCodeDialogProps = { name: string; code: string; onClose: () => void }

/** The code of a device, to be typed on it. */
export const DeviceCodeDialog = ({ name, code, onClose }: DeviceCodeDialogProps) => (
  <ShownOnceDialog
    large
    title={`Code for ${name}`}
    description={
      <>
        Open <b className="text-ink">{`${location.origin}/floor`}</b> on the device and type this code.
      </>
    }
    label="Code"
    text={code}
    hint={`It works once, for ${floorDeviceLimits.codeMinutes} minutes, and is shown only here.`}
    onClose={onClose}
  />
)

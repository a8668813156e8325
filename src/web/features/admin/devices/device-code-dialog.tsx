import { floorDeviceLimits } from '#contract/floor-devices.ts'
import { QrCode } from '#web/components/qr-code/qr-code.tsx'
import { ShownOnceDialog } from '#web/components/shown-once/shown-once-dialog.tsx'

type DeviceCodeDialogProps = { name: string; code: string; onClose: () => void }

/** The code of a device, to be scanned or typed on it. The QR code contains the address including the code. */
export const DeviceCodeDialog = ({ name, code, onClose }: DeviceCodeDialogProps) => (
  <ShownOnceDialog
    large
    title={`Code for ${name}`}
    description={
      <>
        Open <b className="text-ink">{`${location.origin}/floor`}</b> on the device and type this code, or scan the QR
        code with it.
      </>
    }
    label="Code"
    text={code}
    hint={`It works once, for ${floorDeviceLimits.codeMinutes} minutes, and is shown only here.`}
    onClose={onClose}
  >
    <QrCode text={`${location.origin}/floor#${code}`} label={`QR code for ${name}`} />
  </ShownOnceDialog>
)

import { ShownOnceDialog } from '#web/components/shown-once/shown-once-dialog.tsx'

/** Shows new recovery codes once. */
export const RecoveryCodesDialog = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => (
  <ShownOnceDialog
    isList
    title="Save your recovery codes"
    description="If you lose your phone, sign in with one of these instead of the code of your app."
    label="Recovery codes"
    text={codes.join('\n')}
    hint="Each works once. Store them like a password; they are shown only once."
    onClose={onClose}
  />
)

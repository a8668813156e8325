import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { copyText } from './copy-text.ts'

type ShownOnceDialogProps = {
  title: string
  description: ReactNode
  /** The name of the text: 'Link'. */
  label: string
  text: string
  /** Shown as several lines. */
  isList?: boolean
  /** A sentence below the text. */
  hint: string
  /** In large letters, for reading from a distance. */
  large?: boolean
  children?: ReactNode
  onClose: () => void
}

/** A secret that is shown once, to be copied: anyone who has it can use it. */
export function ShownOnceDialog(props: ShownOnceDialogProps) {
  const { title, description, label, text, isList, hint, large, children, onClose } = props
  const box = { label, readOnly: true, value: text, description: hint }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" icon={<Copy />} onClick={() => copyText(label, text)}>
            Copy {label.toLowerCase()}
          </Button>
        </>
      }
    >
      {isList ? (
        <TextArea {...box} onFocus={(event) => event.target.select()} />
      ) : (
        <TextField
          {...box}
          onFocus={(event) => event.target.select()}
          // The box has one size for all fields; a code that is read from a distance needs its own.
          style={
            large ? { height: '4.5rem', fontSize: '2rem', letterSpacing: '0.1em', textAlign: 'center' } : undefined
          }
        />
      )}
      {children}
    </Dialog>
  )
}

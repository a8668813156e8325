import { Copy } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { copyText } from './copy-text.ts'

type CopiedTextProps = {
  label: string
  /** What the button copies: 'Address'. */
  named: string
  text: string
  /** Shown as several lines. */
  isLong?: boolean
}

/** A text to copy into another program. */
export function CopiedText({ label, named, text, isLong = false }: CopiedTextProps) {
  const box = { label, readOnly: true, value: text }
  return (
    <div className="flex flex-col gap-2">
      {isLong ? (
        <TextArea {...box} onFocus={(event) => event.target.select()} />
      ) : (
        <TextField {...box} onFocus={(event) => event.target.select()} />
      )}
      <div>
        <Button size="small" icon={<Copy />} onClick={() => copyText(named, text)}>
          Copy {named.toLowerCase()}
        </Button>
      </div>
    </div>
  )
}

import { FileUp, TableProperties } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ImportSource } from '#contract/imports.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { isTooLarge, readBase64 } from './import-rows.ts'
import type { ImportWords } from './import-words.ts'

type ChooseSourceProps = {
  words: ImportWords
  busy: boolean
  /** Why the last file could not be read. */
  problem: string | null
  onSource: (source: ImportSource) => void
}

/** The first step: a file, or cells pasted from a spreadsheet. */
export function ChooseSource({ words, busy, problem, onSource }: ChooseSourceProps) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const choose = async (file: File) => {
    if (isTooLarge(file)) return setRefusal('The file is larger than 5 MB. Split it into smaller files.')
    setRefusal(null)
    onSource({ fileName: file.name, base64: await readBase64(file) })
  }
  return (
    <div className="flex flex-wrap items-start gap-4 px-5 pb-5 max-md:px-4">
      <div className="min-w-0" style={{ flex: '3 1 24rem' }}>
        <Panel title="What to import">
          <div className="flex flex-col gap-3.5 p-3">
            {(refusal ?? problem) && <Alert>{refusal ?? problem}</Alert>}
            <div>
              <Button
                variant="primary"
                icon={<FileUp />}
                busy={busy}
                busyLabel="Reading…"
                onClick={() => input.current?.click()}
              >
                Choose file
              </Button>
            </div>
            <input
              ref={input}
              type="file"
              aria-label="File to import"
              accept={words.accept}
              className="sr-only"
              tabIndex={-1}
              onChange={(event) => {
                const file = event.target.files?.[0]
                if (file) void choose(file)
                // Without this, selecting the same file again after a correction would fire no change event.
                event.target.value = ''
              }}
            />
            <TextArea
              label="Or paste cells from a spreadsheet"
              rows={8}
              spellCheck={false}
              wrap="off"
              // Wider than the longest header, so that the columns of the example align with their headers.
              style={{ tabSize: '8rem', minHeight: '15rem' }}
              placeholder={words.placeholder}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <div>
              <Button
                busy={busy}
                disabledReason={text.trim() === '' && 'Paste some rows first'}
                onClick={() => onSource({ text })}
              >
                Read rows
              </Button>
            </div>
          </div>
        </Panel>
      </div>
      <EmptyState
        icon={<TableProperties />}
        title={words.formats}
        className="min-w-0 grow basis-80 rounded border border-line-2 bg-surface"
      >
        {words.hint}
      </EmptyState>
    </div>
  )
}

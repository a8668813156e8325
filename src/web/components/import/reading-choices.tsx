import { Rows3 } from 'lucide-react'
import { useState } from 'react'
import { type ReadingChoice, TextEncoding, textEncodings } from '#contract/import-sources.ts'
import { encodingTitles } from '#domain/import/text-encodings.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import type { ImportDraft } from './import-rows.ts'
import type { Import } from './use-import.ts'

const none = 'none'
const encodings = textEncodings.map((value) => ({ value, label: encodingTitles[value] }))

const mostShown = 60
const rowText = (cells: readonly string[]): string => {
  const text = cells.filter((cell) => cell.trim() !== '').join(', ')
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text
}

type ChoicesProps = { reading: ImportDraft['reading']; onChoice: (choice: ReadingChoice) => void }

/** The sheet, header and encoding of a source, each of which can be changed. */
function Choices({ reading, onChoice }: ChoicesProps) {
  const { sheets, sheet, firstRows, firstRowNumber, headerRow, headerRows, encoding } = reading
  return (
    <div className="flex flex-col gap-3.5">
      {sheets.length > 1 && (
        <SelectField
          label="Sheet"
          value={sheet ?? 0}
          options={sheets.map(({ name, isHidden }, place) => ({
            value: String(place),
            label: isHidden ? `${name} (hidden)` : name,
          }))}
          onChange={({ currentTarget }) => onChoice({ sheet: Number(currentTarget.value) })}
        />
      )}
      <SelectField
        label="Column names"
        value={headerRow ?? none}
        options={[
          ...firstRows.map((cells, place) => ({
            value: String(place),
            label: `Row ${firstRowNumber + place}: ${rowText(cells)}`,
          })),
          { value: none, label: 'No header row' },
        ]}
        onChange={({ currentTarget: { value } }) => onChoice({ headerRow: value === none ? null : Number(value) })}
      />
      {headerRow !== null && (
        <Checkbox
          label="The header continues in the next row"
          checked={headerRows === 2}
          onChange={({ currentTarget }) => onChoice({ headerRow, headerRows: currentTarget.checked ? 2 : 1 })}
        />
      )}
      {encoding !== null && (
        <SelectField
          label="Encoding"
          description="Choose another one if letters look wrong."
          value={encoding}
          options={encodings}
          onChange={({ currentTarget }) => onChoice({ encoding: TextEncoding.parse(currentTarget.value) })}
        />
      )}
    </div>
  )
}

/** The reading options of the source, beside its rows; a change reads it again. Asks before changes to the rows are lost. */
export function ReadingChoices({
  draft,
  state,
}: {
  draft: ImportDraft
  state: Pick<Import, 'hasEdits' | 'readAgain'>
}) {
  const [asked, setAsked] = useState<ReadingChoice | null>(null)
  const { reading } = draft
  if (reading.firstRows.length === 0) return null
  const names = [reading.sheets.length > 1 && 'Sheet', 'Header', reading.encoding !== null && 'Encoding']
  const [first, ...others] = names.filter((name) => name !== false)
  const label = [first, ...others.map((name) => name.toLowerCase())].join(' and ')
  return (
    <>
      <Popover label={label} className="w-96 p-3" trigger={<Button icon={<Rows3 />}>{label}</Button>}>
        <Choices
          reading={reading}
          onChoice={(choice) => (state.hasEdits ? setAsked(choice) : void state.readAgain(choice))}
        />
      </Popover>
      <ConfirmDialog
        open={asked !== null}
        title="Read the table again?"
        confirmLabel="Read again"
        danger
        onConfirm={() => {
          setAsked(null)
          if (asked) void state.readAgain(asked)
        }}
        onCancel={() => setAsked(null)}
      >
        Your changes to rows and columns will be lost.
      </ConfirmDialog>
    </>
  )
}

import { X } from 'lucide-react'
import type { ValueMeaning } from '#contract/imports.ts'
import { fieldTitles } from '#domain/import/column-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

type MeaningsProps = {
  meanings: readonly ValueMeaning[]
  onRemove: (meaning: ValueMeaning) => void
}

/** The values that are always read as others, each of which can be taken back. */
export const Meanings = ({ meanings, onRemove }: MeaningsProps) =>
  meanings.length > 0 && (
    <ul aria-label="Always read as" className="flex flex-wrap gap-2">
      {meanings.map((meaning) => (
        <li
          key={`${meaning.field} ${meaning.typed}`}
          className="flex items-center gap-1 rounded border border-line-2 bg-surface pl-2"
        >
          <span>{`${fieldTitles[meaning.field]}: always read “${meaning.typed}” as ${meaning.means}`}</span>
          <IconButton
            size="small"
            label={`Read ${meaning.typed} as it is`}
            icon={<X />}
            onClick={() => onRemove(meaning)}
          />
        </li>
      ))}
    </ul>
  )

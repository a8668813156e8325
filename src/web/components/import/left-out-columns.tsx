import type { ImportKind, ImportPreview, SettingsPreview } from '#contract/imports.ts'
import { classNames } from '#web/lib/class-names.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { useNarrow } from '#web/lib/use-narrow.ts'
import { statusKinds } from '#web/ui/status-kinds.ts'
import { markTones, toneSurface } from '#web/ui/tones.ts'
import { columnTitle, FieldSelect, withField } from './field-select.tsx'
import type { ImportDraft } from './import-rows.ts'
import { namesText } from './import-words.ts'
import type { Import } from './use-import.ts'
import { useKept } from './use-kept.ts'

const tones = {
  some: toneSurface[markTones[statusKinds.warning]],
  none: toneSurface[markTones[statusKinds.info]],
} as const

type LeftOutColumnsProps = { kind: ImportKind; draft: ImportDraft; preview: ImportPreview | SettingsPreview }

/** Names the columns with content that are not imported, with a choice of the field for each of them. */
export function LeftOutColumns({ kind, draft, preview, choose }: LeftOutColumnsProps & Pick<Import, 'choose'>) {
  const { header, columns } = draft
  // On a phone the choices would hide the rows.
  const isNarrow = useNarrow()
  const leftOut = preview.leftOut.filter(({ column }) => !columns[column])
  const asked = useKept(preview.leftOut, ({ column }) => String(column))
  if (asked.length === 0) return null
  const names = namesText(leftOut.map(({ column }) => columnTitle(header, column)))
  const are = leftOut.length === 1 ? 'is' : 'are'
  return (
    <details
      open={!isNarrow}
      className={classNames('rounded border px-3 py-2', leftOut.length > 0 ? tones.some : tones.none)}
    >
      <summary className="wrap-anywhere cursor-pointer" aria-live="polite">
        {leftOut.length > 0
          ? `${leftOut.length} of ${formatCount(header.length, 'column')} ${are} not imported: ${names}.`
          : `All ${formatCount(header.length, 'column')} are imported.`}
      </summary>
      <div className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] gap-3">
        {asked.map(({ column, sample }) => (
          <FieldSelect
            key={column}
            kind={kind}
            label={`${columnTitle(header, column)}, such as ${sample.slice(0, 30)}`}
            value={columns[column] ?? null}
            onField={(field) => choose({ columns: [...withField(columns, column, field)] })}
          />
        ))}
      </div>
    </details>
  )
}

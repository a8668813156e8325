import { useId } from 'react'
import { categorySwatches } from '#contract/categories.ts'
import { swatchColor } from '#web/components/project-marks/work-center-mark.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { ownColors } from '#web/ui/own-colors.ts'
import { TextField } from '#web/ui/text-field.tsx'

const swatchNames = ['Teal', 'Blue', 'Purple', 'Green', 'Ochre', 'Sea green', 'Rose', 'Steel']

const swatchIndex = (color: string) => (categorySwatches as readonly string[]).indexOf(color)

/** A color in words: the name of a swatch, or the color itself. */
export const colorWords = (color: string): string => swatchNames[swatchIndex(color)] ?? color

/** A typed color in the format of the contract: lowercase, with a leading #. Swatches stay unchanged. */
export const typedColor = (typed: string): string => {
  const color = typed.trim().toLowerCase()
  return /^[0-9a-f]{6}$/.test(color) ? `#${color}` : color
}

type ColorFieldProps = {
  value: string
  error: string | null
  onChange: (color: string) => void
}

/** The eight swatches of the theme, or any color. */
export function ColorField({ value, error, onChange }: ColorFieldProps) {
  const labelId = useId()
  const isSwatch = swatchIndex(value) >= 0
  const other = typedColor(value)
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <div role="radiogroup" aria-labelledby={labelId} className="flex flex-col gap-1">
        <span id={labelId} className="w-fit text-ink-2 text-label">
          Color
        </span>
        <div className="flex flex-wrap gap-2">
          {categorySwatches.map((swatch, index) => (
            <label
              key={swatch}
              title={swatchNames[index]}
              style={ownColors}
              className={classNames(
                'flex size-8 cursor-pointer items-center justify-center rounded border has-focus-visible:outline-2 has-focus-visible:outline-focus',
                value === swatch ? 'border-primary bg-primary-tint' : 'border-line-2',
              )}
            >
              <input
                type="radio"
                name="color"
                className="sr-only"
                checked={value === swatch}
                aria-label={swatchNames[index]}
                onChange={() => onChange(swatch)}
              />
              <span aria-hidden="true" className="size-4 rounded-part" style={{ background: swatchColor(swatch) }} />
            </label>
          ))}
        </div>
      </div>
      <TextField
        label="Other color"
        placeholder="#3498db"
        maxLength={7}
        autoComplete="off"
        spellCheck={false}
        className="w-40"
        error={error}
        value={isSwatch ? '' : value}
        onChange={({ target }) => onChange(target.value)}
        icon={
          !isSwatch &&
          /^#[0-9a-f]{6}$/.test(other) && (
            <span className="size-4 rounded-part" style={{ ...ownColors, background: other }} />
          )
        }
      />
    </div>
  )
}

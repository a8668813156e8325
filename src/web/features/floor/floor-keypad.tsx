import { Delete } from 'lucide-react'

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** A digit, the decimal point, or the key that removes the last character. */
export type Key = (typeof digits)[number] | '0' | '.' | 'back'

/** The text after a key was pressed: '1' and '2' give '12'. A second decimal point is ignored. */
export const afterKey = (text: string, key: Key): string => {
  if (key === 'back') return text.slice(0, -1)
  if (key === '.' && text.includes('.')) return text
  return key !== '.' && text === '0' ? key : `${text}${key}`
}

type KeypadProps = {
  /** Whether it has a decimal point. */
  decimal?: boolean
  onPress: (key: Key) => void
}

/** Large digits for one hand. The field beside it opens no keyboard, and takes typed and scanned text as well. */
export function Keypad({ decimal = false, onPress }: KeypadProps) {
  const key = (value: Key, label: string = value) => (
    <button key={value} type="button" className="floor-button" aria-label={label} onClick={() => onPress(value)}>
      {value === 'back' ? <Delete aria-hidden="true" /> : value}
    </button>
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid in every browser.
    <div role="group" aria-label="Digits" className="floor-keypad">
      {digits.map((digit) => key(digit))}
      {decimal ? key('.', 'Decimal point') : <span />}
      {key('0')}
      {key('back', 'Delete the last digit')}
    </div>
  )
}

import { keyParts } from '#web/lib/key-names.ts'

const modifiers = new Set(['Mod', 'Ctrl', 'Alt', 'Shift'])

/**
 * The key as a Latin letter or by its name. On Apple keyboards Alt changes the character, and other alphabets have no
 * Latin letters; then the position of the key counts.
 */
const pressedKey = ({ key, code }: KeyboardEvent): string => {
  if (/^[\x21-\x7e]$/.test(key)) return key.toUpperCase()
  if (key === ' ') return 'Space'
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  return letter && (key.length <= 1 || key === 'Dead') ? letter : key
}

/** True if the event is exactly this combination. Characters such as '?' may need Shift to be typed. */
export const matchesKeys = (event: KeyboardEvent, keys: string): boolean => {
  const parts = keyParts(keys)
  const wanted = parts.at(-1) ?? ''
  const has = (modifier: string) => parts.includes(modifier) && modifiers.has(modifier) && modifier !== wanted
  const { altKey, ctrlKey, metaKey, shiftKey } = event
  if (altKey !== has('Alt')) return false
  if (has('Mod') ? ctrlKey === metaKey : metaKey || ctrlKey !== has('Ctrl')) return false
  const isCharacter = /^[^A-Z0-9]$/i.test(wanted)
  if (!isCharacter && shiftKey !== has('Shift')) return false
  // On keyboards with the question mark on the / key, Alt with / also means the question mark.
  return pressedKey(event) === wanted.toUpperCase() || pressedKey(event) === wanted || isQuestion(event, wanted)
}

const isQuestion = ({ altKey, code }: KeyboardEvent, wanted: string) => wanted === '?' && altKey && code === 'Slash'

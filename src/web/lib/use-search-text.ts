import { useEffect, useState } from 'react'

const pauseMs = 150

/** The search text as typed. The URL follows after a pause in typing, and other changes of the URL update the text. */
export function useSearchText(stored: string, onStore: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(stored)
  const [seen, setSeen] = useState(stored)
  if (stored !== seen) {
    setSeen(stored)
    setText(stored)
  }
  useEffect(() => {
    if (text === stored) return
    const timer = setTimeout(() => onStore(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, stored, onStore])
  return [text, setText]
}

import { useEffect, useState } from 'react'

const pauseMs = 150

/** What is being typed, at once; the URL follows when the typing pauses, and leads when it changes from elsewhere. */
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

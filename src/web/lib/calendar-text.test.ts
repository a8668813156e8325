import { expect, it } from 'vitest'
import { calendarText } from './calendar-text.ts'

const bytesOf = (text: string): number[] => [...new TextEncoder().encode(text)]

it.each(['\r\n ', '\n\t'])(
  'a line folded inside a character keeps the character and the number of lines: %j',
  (fold) => {
    const name = bytesOf('SUMMARY:Fête 😀 Müller')
    for (let at = 9; at < name.length; at++) {
      const folded = new Uint8Array([...name.slice(0, at), ...bytesOf(fold), ...name.slice(at)])
      const text = calendarText(folded)
      expect(text).not.toContain('\uFFFD')
      expect(text.split('\n')).toHaveLength(2)
      expect(text.replace(fold, '')).toBe('SUMMARY:Fête 😀 Müller')
    }
  },
)

it('unfolded text is decoded unchanged, without its byte order mark', () => {
  expect(calendarText(new Uint8Array([0xef, 0xbb, 0xbf, ...bytesOf('BEGIN:VCALENDAR\r\n')]))).toBe(
    'BEGIN:VCALENDAR\r\n',
  )
  expect(calendarText(new Uint8Array([0x46, 0xfc, 0x72]))).toBe('F\uFFFDr')
})

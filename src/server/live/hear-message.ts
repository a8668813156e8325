import { LiveMessage } from '#contract/live-events.ts'
import { readWireNames } from '#contract/wire-names.ts'

/** A browser's message, parsed; null for anything that is none. */
export const hearMessage = (text: string): ReturnType<typeof LiveMessage.parse> | null => {
  try {
    const message = LiveMessage.safeParse(readWireNames(JSON.parse(text)))
    return message.success ? message.data : null
  } catch {
    return null
  }
}

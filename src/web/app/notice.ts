import { externalValue, useExternalValue } from '#web/lib/external-value.ts'

/** A message that the user must confirm. A toast would disappear before the user looks at this tab again. */
interface Notice {
  readonly title: string
  readonly text: string
}

const notice = externalValue<Notice | null>(null)

export const useNotice = (): Notice | null => useExternalValue(notice)

export const showNotice = (next: Notice): void => notice.set(next)
export const closeNotice = (): void => notice.set(null)

import { create } from 'zustand'

interface Notice {
  readonly title: string
  readonly text: string
}

/** A message that must be confirmed; null = none. A toast would disappear before somebody looks at this tab again. */
export const useNotice = create<{ readonly notice: Notice | null }>(() => ({ notice: null }))

export const showNotice = (notice: Notice): void => useNotice.setState({ notice })
export const closeNotice = (): void => useNotice.setState({ notice: null })

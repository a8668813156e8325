import { useEffect } from 'react'
import { externalValue, useExternalValue } from '#web/lib/external-value.ts'

/** True while another part of the page asks for the schedule's print menu. */
const asked = externalValue(false)

/** Opens that menu as soon as the schedule is rendered. */
export const askForScheduleMenu = (): void => asked.set(true)

/** For the schedule: whether its menu was requested, and a function that resets the request. Leaving the page resets it too. */
export const useScheduleMenuAsked = (): readonly [isAsked: boolean, onAnswered: () => void] => {
  const isAsked = useExternalValue(asked)
  useEffect(() => () => asked.set(false), [])
  return [isAsked, () => asked.set(false)]
}

import { useEffect } from 'react'
import { externalValue, useExternalValue } from '#web/lib/external-value.ts'

/** Whether the menu of the schedule with everything that can be printed is asked for from elsewhere. */
const asked = externalValue(false)

/** Opens that menu, once the schedule is there. */
export const askForScheduleMenu = (): void => asked.set(true)

/** For the schedule: whether its menu is asked for, and the end of that. What was asked for ends with the page. */
export const useScheduleMenuAsked = (): readonly [isAsked: boolean, onAnswered: () => void] => {
  const isAsked = useExternalValue(asked)
  useEffect(() => () => asked.set(false), [])
  return [isAsked, () => asked.set(false)]
}

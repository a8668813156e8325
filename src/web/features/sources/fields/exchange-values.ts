import type { AddressSignIn, ClockSchedule } from '#contract/exchange.ts'
import { dayNames } from '../source-words.ts'

/** The controls of a sign-in. Those of kinds that are not chosen keep their values, and are not saved. */
export interface SignInValues {
  kind: AddressSignIn['kind']
  header: string
  user: string
}

export const signInValues = (signIn: AddressSignIn | null): SignInValues => ({
  kind: signIn?.kind ?? 'none',
  header: signIn?.kind === 'header' ? signIn.header : 'Authorization',
  user: signIn?.kind === 'basic' ? signIn.user : '',
})

/** The controls of a schedule by the clock. */
export interface ClockValues {
  minute: string
  at: string
  /** By weekday, from Monday. */
  weekdays: boolean[]
}

/** The values of a schedule; null = the usual ones. */
export const clockValues = (schedule: ClockSchedule | null): ClockValues => {
  const chosen = schedule?.kind === 'daily' ? schedule.weekdays : [1, 2, 3, 4, 5]
  return {
    minute: schedule?.kind === 'hourly' ? String(schedule.minute) : '0',
    at: schedule?.kind === 'daily' ? schedule.at : '05:30',
    weekdays: dayNames.map((_, index) => chosen.includes(index + 1)),
  }
}

export const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/** A schedule as the contract reads it. */
export const clockInput = <Values extends ClockValues>(values: Values) => ({
  ...values,
  minute: numberOf(values.minute),
  weekdays: values.weekdays.flatMap((isChosen, index) => (isChosen ? [index + 1] : [])),
})

interface SignedIn {
  readonly url: string
  readonly signIn: AddressSignIn
}

const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null)

/** Whether a sign-in has no secret yet, or another host or way to sign in than those for which it was entered. null = no address. */
export const needsSecret = (after: SignedIn | null, before: SignedIn | null, hasSecret: boolean): boolean => {
  if (after === null || after.signIn.kind === 'none') return false
  if (!hasSecret || before === null) return true
  return JSON.stringify(before.signIn) !== JSON.stringify(after.signIn) || originOf(before.url) !== originOf(after.url)
}

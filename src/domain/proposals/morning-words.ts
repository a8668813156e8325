import type { HeldBackReason, MorningPlan, MorningPlanSettings } from '#contract/morning-plan.ts'
import type { RunEffectCounts } from '#contract/run-effects.ts'

const number = (of: number): string => of.toLocaleString('en-US')
const counted = (of: number, one: string, many = `${one}s`): string => `${number(of)} ${of === 1 ? one : many}`

const effectParts = ({ recovered, earlier, newDate, becameLate, later, noDate }: RunEffectCounts): string[] =>
  [
    recovered > 0 && `${counted(recovered, 'project recovers', 'projects recover')}`,
    earlier > 0 && `${number(earlier)} ${earlier === 1 ? 'finishes' : 'finish'} earlier`,
    newDate > 0 && `${number(newDate)} ${newDate === 1 ? 'gets its' : 'get their'} first date`,
    becameLate > 0 && `${number(becameLate)} ${becameLate === 1 ? 'becomes' : 'become'} late`,
    later > 0 && `${number(later)} later`,
    noDate > 0 && `${number(noDate)} ${noDate === 1 ? 'loses its' : 'lose their'} date`,
  ].filter((part) => part !== false)

type Said = Pick<MorningPlan, 'effect' | 'movedOperations' | 'lateDays' | 'lateDaysBefore'>

/** What a morning plan means: '2 projects recover, 1 later, 41 operations move. 12 fewer late days.' */
export const morningWords = ({ effect, movedOperations, lateDays, lateDaysBefore }: Said): string => {
  const moves = `${counted(movedOperations, 'operation moves', 'operations move')}`
  const saved = lateDaysBefore - lateDays
  const days = saved === 0 ? '' : ` ${counted(Math.abs(saved), saved > 0 ? 'fewer late day' : 'more late day')}.`
  return `${[...effectParts(effect), moves].join(', ')}.${days}`
}

const heldBackSentences: Readonly<Record<HeldBackReason, string>> = {
  becomesLate: 'It was not applied without you, because a project would become late.',
  losesDates: 'It was not applied without you, because work would lose its dates.',
  frozen: 'It was not applied without you, because it moves work in the freeze window.',
  savesTooLittle: 'It was not applied without you, because it saves fewer late days than your settings ask for.',
  changedMeanwhile: 'It was not applied without you, because the plan was changed while it was computed.',
}

export const heldBackWords = (reason: HeldBackReason): string => heldBackSentences[reason]

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** 'Mon, Tue at 05:30, balanced search; a person applies it', or 'off'. `timeWords` writes the time as the reader does. */
export const morningSettingsWords = (
  { isOn, at, weekdays, effort, applyFromLateDays }: MorningPlanSettings,
  timeWords: (at: string) => string = (time) => time,
): string => {
  if (!isOn) return 'off'
  const days = weekdays.length === 7 ? 'every day' : weekdays.map((day) => dayNames[day - 1]).join(', ')
  const saved = applyFromLateDays === null ? null : counted(applyFromLateDays, 'late day')
  const applies = saved === null ? 'a person applies it' : `applied without a person if it saves ${saved} or more`
  return `${days} at ${timeWords(at)}, ${effort} search; ${applies}`
}

import type { HolidayRule } from '#contract/holiday-rules.ts'

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

const ordinals: Record<string, string> = { 1: 'First', 2: 'Second', 3: 'Third', 4: 'Fourth', [-1]: 'Last' }
const observedWords = {
  asIs: '',
  nearestWeekday: ', or the nearest weekday',
  nextMonday: ', or the Monday after a weekend',
} as const

/** A rule in readable words: 'Every 4 July', 'Fourth Thursday of November', '1 day after Easter'. */
export const ruleText = (rule: HolidayRule): string => {
  switch (rule.kind) {
    case 'date':
      return `Every ${rule.day} ${monthNames[rule.month - 1]}${observedWords[rule.observed]}`
    case 'weekday':
      return `${ordinals[rule.nth]} ${weekdayNames[rule.weekday - 1]} of ${monthNames[rule.month - 1]}`
    default: {
      const days = Math.abs(rule.offsetDays)
      if (days === 0) return 'Easter Sunday'
      return `${days} ${days === 1 ? 'day' : 'days'} ${rule.offsetDays > 0 ? 'after' : 'before'} Easter`
    }
  }
}

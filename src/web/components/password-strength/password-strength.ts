export interface PasswordStrength {
  /** 0 to 100. */
  score: number
  word: 'Weak' | 'Medium' | 'Strong'
}

/** Specification 5: for display only. Below 40 weak, below 70 medium. */
export const passwordStrength = (password: string): PasswordStrength => {
  const score =
    (password.length > 6 ? 25 : 0) +
    (password.length > 10 ? 25 : 0) +
    (/\p{Ll}/u.test(password) && /\p{Lu}/u.test(password) ? 25 : 0) +
    (/\d/.test(password) ? 12.5 : 0) +
    (/[^\p{L}\d]/u.test(password) ? 12.5 : 0)
  return { score, word: score < 40 ? 'Weak' : score < 70 ? 'Medium' : 'Strong' }
}

import { truths } from '../learned/hidden-truth.ts'
import { measureLearning } from '../learned/measure-learning.ts'
import { type MeasuredOdds, measureOdds } from '../odds/measure-odds.ts'

/** Share of the ends within the range from 10 to 90 %, of how many. */
const heldIn = (odds: readonly MeasuredOdds[], of: keyof MeasuredOdds): string => {
  const sum = (field: 'inRange' | 'count') => odds.reduce((total, one) => total + one[of][field], 0)
  return `${((100 * sum('inRange')) / sum('count')).toFixed(1)} % of ${sum('count')} ${of}`
}

/** Prints for simulated shops how far forecasts are off with estimates and with learned paces, and how many ends the odds hold. */
const shops = Number(process.argv[2] ?? 20)
for (const truth of truths) {
  const all = Array.from({ length: shops }, (_, seed) => measureLearning(truth, 1000 * seed + 1))
  const sum = (read: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + read(one), 0)
  const [plain, learned] = [sum((one) => one.plainError) / shops, sum((one) => one.learnedError) / shops]
  const worse = all.filter((one) => one.learnedError > one.plainError).length
  const below = all.filter((one) => one.learnedError <= 0.7 * one.plainError).length
  const held = (100 * sum((one) => one.covered)) / sum((one) => one.heldOut)
  console.log(
    `${truth}: error of completion ${plain.toFixed(1)} h with estimates, ${learned.toFixed(1)} h with learned paces ` +
      `(${(100 - (100 * learned) / plain).toFixed(0)} % less; at least 30 % less in ${below} of ${shops} shops, more in ${worse}); ` +
      `80 % range held the hours of ${held.toFixed(1)} % of ${sum((one) => one.heldOut)} finished operations`,
  )
  const odds = Array.from({ length: shops }, (_, seed) => measureOdds(truth, 1000 * seed + 1))
  console.log(`  80 % range of the odds held the ends of ${heldIn(odds, 'operations')} and ${heldIn(odds, 'projects')}`)
}

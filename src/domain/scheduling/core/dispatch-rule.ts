/**
 * An order of preference. Smaller keys first. With `urgency` the key holds from an operation's urgent instant on, and
 * before that it falls behind by one unit per `scale` of time left: log of the apparent tardiness cost index
 * w/p x exp(-slack/scale), Vepsalainen and Morton 1987. Serial generation uses the keys alone.
 */
export interface DispatchRule {
  name: string
  keys: Float64Array
  urgency: { urgentAt: Float64Array; scale: number } | null
  /**
   * An operation falls behind by one unit per this much work of the changeover to it (setups in that index: Lee, Bhaskaran and Pinedo
   * 1997). Absent = changeovers do not count.
   */
  changeoverScale?: number
}

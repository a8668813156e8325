/**
 * A priority rule; smaller keys come first. With `urgency`, the key applies from an operation's urgent instant on, and
 * before that it increases by one unit per `scale` of remaining time. This is the log of the apparent tardiness cost
 * index w/p x exp(-slack/scale), Vepsalainen and Morton 1987. Serial generation uses only the keys.
 */
export interface DispatchRule {
  name: string
  keys: Float64Array
  urgency: { urgentAt: Float64Array; scale: number } | null
  /**
   * Work of a changeover that increases the key by one unit (setups in the same index: Lee, Bhaskaran and Pinedo 1997).
   * Absent = changeovers are ignored.
   */
  changeoverScale?: number
}

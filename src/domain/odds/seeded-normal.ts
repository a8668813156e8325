/** The seed of a name, the same on every machine (FNV-1a, 32 bits). */
export const seedOf = (name: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193)
  return hash
}

/** A number in (0, 1) for each integer: the output function of mulberry32. */
const uniformAt = (state: number): number => {
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return (((mixed ^ (mixed >>> 14)) >>> 0) + 0.5) / 4_294_967_296
}

const golden = 0x9e3779b1

/** The standard normal number of a seed in one sample (Box and Muller, 1958). It depends on nothing else. */
export const normalAt = (seed: number, sample: number): number => {
  const state = (seed + Math.imul(sample + 1, golden)) | 0
  const [radius, angle] = [uniformAt(state), uniformAt(state ^ 0x5bd1e995)]
  return Math.sqrt(-2 * Math.log(radius)) * Math.cos(2 * Math.PI * angle)
}

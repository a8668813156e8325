/** A chunk of a RIFF file: name, length and bytes, padded to an even length. */
const chunk = (name: string, bytes: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(bytes.length, 4)
  return Buffer.concat([head, bytes, Buffer.alloc(bytes.length % 2)])
}

const int24 = (value: number): Buffer => Buffer.from([value & 255, (value >> 8) & 255, (value >> 16) & 255])

/** The image chunks of a still picture. */
const imageOf = (webp: Buffer): Buffer => {
  const parts: Buffer[] = []
  for (let at = 12; at < webp.length; ) {
    const length = webp.readUInt32LE(at + 4)
    const end = at + 8 + length + (length % 2)
    if (['VP8 ', 'VP8L', 'ALPH'].includes(webp.toString('latin1', at, at + 4))) parts.push(webp.subarray(at, end))
    at = end
  }
  if (parts.length === 0) throw new Error('Not a WebP picture')
  return Buffer.concat(parts)
}

interface Frame {
  /** A still WebP with the size of the animation. */
  readonly webp: Buffer
  readonly shownMs: number
}

/**
 * Combines still pictures of one size into an endlessly repeating animated WebP. The browser encodes the pictures; this
 * writes only the container.
 */
export const animateWebp = (
  frames: readonly Frame[],
  { width, height }: { readonly width: number; readonly height: number },
): Buffer => {
  const size = [int24(width - 1), int24(height - 1)]
  const isAnimation = 2
  const body = [
    chunk('VP8X', Buffer.concat([Buffer.from([isAnimation, 0, 0, 0]), ...size])),
    // White background; 0 = repeats forever.
    chunk('ANIM', Buffer.from([255, 255, 255, 255, 0, 0])),
    ...frames.map(({ webp, shownMs }) => {
      const doNotBlend = 2
      const head = Buffer.concat([int24(0), int24(0), ...size, int24(Math.round(shownMs)), Buffer.from([doNotBlend])])
      return chunk('ANMF', Buffer.concat([head, imageOf(webp)]))
    }),
  ]
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP', 'latin1'), ...body]))
}

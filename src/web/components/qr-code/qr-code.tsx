import { useMemo } from 'react'
import { encode } from 'uqr'

/** The quiet zone around the code, without which some cameras do not find it. */
const quiet = 4

/** A text as a QR code. It is dark on white in every theme, because not every app reads inverted codes. `label` is its purpose. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = useMemo(() => encode(text, { ecc: 'M', border: quiet }), [text])
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto w-48 max-w-full rounded border border-line-2"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

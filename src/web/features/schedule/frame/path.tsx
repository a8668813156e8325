import type { SVGProps } from 'react'

/** A path, if there is anything to draw. */
export const Path = ({ d, ...look }: { readonly d: string } & SVGProps<SVGPathElement>) =>
  d !== '' && <path d={d} {...look} />

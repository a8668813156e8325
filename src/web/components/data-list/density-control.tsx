import { Rows2, Rows3 } from 'lucide-react'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'

const densities = [
  { value: 'comfortable', label: 'Comfortable', icon: <Rows2 />, hideLabel: true },
  { value: 'compact', label: 'Compact', icon: <Rows3 />, hideLabel: true },
] as const

type Density = 'comfortable' | 'compact'

/** Lets the reader choose the row height. */
export const DensityControl = ({
  value = 'comfortable',
  onChange,
}: {
  value?: Density
  onChange: (value: Density) => void
}) => <SegmentedControl label="Density" value={value} segments={densities} onChange={onChange} />

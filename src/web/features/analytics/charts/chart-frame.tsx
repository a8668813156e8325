import { AxisBottom, AxisLeft } from '@visx/axis'
import { Group } from '@visx/group'
import type { scaleBand, scaleLinear } from '@visx/scale'
import type { ReactNode } from 'react'

export const margin = { top: 16, right: 20, bottom: 28, left: 44 } as const

const label = { fill: 'var(--ink-3)', fontSize: 11, fontFamily: 'inherit' } as const

type ChartFrameProps = {
  width: number
  height: number
  x: ReturnType<typeof scaleBand<string>>
  y: ReturnType<typeof scaleLinear<number>>
  /** Names below the columns, by index of the scale's domain; '' for no name. */
  names: readonly string[]
  children: ReactNode
}

/** Axes and grid lines of a chart. Screen readers skip the drawing and read its table instead. */
export const ChartFrame = ({ width, height, x, y, names, children }: ChartFrameProps) => {
  const domain = x.domain()
  // As many names as fit, counted back from the last one, so that the current period always has a name.
  const widest = Math.max(...names.map(({ length }) => length), 1) * 7 + 8
  const step = Math.max(1, Math.ceil(domain.length / Math.max(1, Math.floor((width - 48) / widest))))
  const named = domain.filter((_, index) => (domain.length - 1 - index) % step === 0)
  const ticks = y.ticks(4).filter(Number.isInteger)
  return (
    <svg aria-hidden="true" width={width} height={height} className="block overflow-visible tabular-nums">
      <Group left={margin.left} top={margin.top}>
        {ticks.map((tick) => (
          <line key={tick} x1={0} x2={x.range()[1]} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
        ))}
        {children}
        <AxisLeft
          scale={y}
          tickValues={ticks}
          hideAxisLine
          hideTicks
          tickLabelProps={{ ...label, textAnchor: 'end', dx: -2, dy: 4 }}
          tickFormat={(value) => Number(value).toLocaleString('en-US')}
        />
        <AxisBottom
          scale={x}
          top={height - margin.top - margin.bottom}
          tickValues={named}
          hideTicks
          stroke="var(--line-2)"
          tickFormat={(value) => names[domain.indexOf(value)] ?? ''}
          tickLabelProps={{ ...label, textAnchor: 'middle', dy: 2 }}
        />
      </Group>
    </svg>
  )
}

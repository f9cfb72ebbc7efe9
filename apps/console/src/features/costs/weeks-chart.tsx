import 'uplot/dist/uPlot.min.css'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import uPlot, { type AlignedData, type Options } from 'uplot'
import { useFormat } from '../../format/use-format.ts'
import { useTheme } from '../../session/preferences.ts'
import { chartData } from './chart-data.ts'

const HEIGHT_PX = 256
/** Share of a week's width that its bar takes, and its greatest width in pixels. */
const BAR_SIZE: [number, number] = [0.7, 64]
/** Weeks between two labels. */
const LABEL_EVERY = [1, 2, 4, 8, 13, 26]

export interface WeeksChartProps {
  /** Their Mondays. */
  weeks: readonly string[]
  carriers: readonly { name: string; amounts: readonly string[] }[]
  currency: string
}

/** A bar for each week, a colour for each carrier. The table below it has the same numbers. */
export function WeeksChart({ weeks, carriers, currency }: WeeksChartProps) {
  const { t } = useLingui()
  const container = useRef<HTMLDivElement>(null)
  const theme = useTheme()
  const { locale } = useFormat()
  const drawn = JSON.stringify({ weeks, data: chartData(weeks, carriers) })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are those of the theme
  useEffect(() => {
    const element = container.current
    // Some people have their browser refuse canvases.
    if (element === null || document.createElement('canvas').getContext('2d') === null) return
    const { weeks, data } = JSON.parse(drawn) as { weeks: string[]; data: AlignedData }
    const options = makeOptions({ weeks, lines: data.length - 1, locale, currency, colours: readColours(element) })
    const chart = new uPlot({ ...options, width: element.clientWidth }, data, element)
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT_PX }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      chart.destroy()
    }
  }, [drawn, theme, locale, currency])
  const label = t`Spend by week and carrier, as in the table below`
  return <div ref={container} role="img" aria-label={label} className="h-64 overflow-hidden" />
}

interface Colours {
  text: string
  line: string
  bars: string[]
}

/** The colours of the page, resolved: a canvas knows no variables. */
function readColours(element: HTMLElement): Colours {
  const probe = document.createElement('span')
  element.append(probe)
  const resolve = (name: string): string => {
    probe.style.color = `var(--color-${name})`
    return getComputedStyle(probe).color
  }
  const bars = [1, 2, 3, 4, 5, 6].map((number) => resolve(`chart-${number}`))
  const colours = { text: resolve('muted'), line: resolve('line'), bars }
  probe.remove()
  return colours
}

interface ChartOptions {
  weeks: readonly string[]
  lines: number
  locale: string
  currency: string
  colours: Colours
}

function makeOptions({ weeks, lines, locale, currency, colours }: ChartOptions): Omit<Options, 'width'> {
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const amount = new Intl.NumberFormat(locale, { style: 'currency', currency, notation: 'compact' })
  const dayLabel = (place: number): string => {
    const week = weeks[place]
    return week === undefined ? '' : day.format(Date.parse(week))
  }
  const axis = { stroke: colours.text, ticks: { show: false }, font: '12px system-ui, sans-serif' }
  return {
    height: HEIGHT_PX,
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false, range: [-0.6, weeks.length - 0.4] }, y: { range: barRange } },
    axes: [
      { ...axis, grid: { show: false }, incrs: LABEL_EVERY, values: (_, places) => places.map(dayLabel) },
      {
        ...axis,
        size: 64,
        grid: { stroke: colours.line, width: 1 },
        values: (_, amounts) => amounts.map((one) => amount.format(one)),
      },
    ],
    series: [
      {},
      ...Array.from({ length: lines }, (_, index) => ({
        fill: colours.bars[lines - 1 - index] ?? colours.text,
        width: 0,
        points: { show: false },
        paths: uPlot.paths.bars?.({ size: BAR_SIZE }),
      })),
    ],
  }
}

/** From nothing, or from the greatest credit. */
const barRange = (_: uPlot, least: number, most: number): [number, number] => [
  Math.min(0, least),
  most > 0 ? most * 1.05 : 1,
]

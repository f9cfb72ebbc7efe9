/** Pure: what the chart draws. */

/**
 * Places of the weeks, then a line of heights for each carrier, that of the last carrier first: it stands on all the others.
 * Drawn in this order, each bar covers all but the upper part of the one before.
 */
export function chartData(weeks: readonly string[], carriers: readonly { amounts: readonly string[] }[]): number[][] {
  const heights = carriers.map((_, last) =>
    weeks.map((_week, week) =>
      carriers.slice(0, last + 1).reduce((sum, { amounts }) => sum + Number(amounts[week] ?? '0'), 0),
    ),
  )
  return [weeks.map((_, week) => week), ...heights.reverse()]
}

/** Pure: whether a colour can be read on the tracking page. */

/** Minimum contrast of text below 24 px: WCAG 2.2, success criterion 1.4.3. */
export const LEAST_CONTRAST = 4.5

/** Backgrounds of the tracking page, as in its style. */
export const LIGHT_CARD = '#ffffff'
export const DARK_CARD = '#171e26'

const STEPS = 20

/** From 1 to 21, of two colours `#rrggbb`. Source: WCAG 2.2, "contrast ratio". */
export function computeContrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [computeLuminance(one), computeLuminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** The colour, with as much white as makes it readable on the card of the dark page. */
export function readableOnDark(color: string): string {
  for (let step = 0; step < STEPS; step++) {
    const lighter = mixedWithWhite(color, step / STEPS)
    if (computeContrast(lighter, DARK_CARD) >= LEAST_CONTRAST) return lighter
  }
  return LIGHT_CARD
}

const splitChannels = (color: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))

const mixedWithWhite = (color: string, share: number): string =>
  `#${splitChannels(color)
    .map((channel) =>
      Math.round(channel + (255 - channel) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** Source: WCAG 2.2, "relative luminance". */
function computeLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = splitChannels(color).map((channel) => {
    const share = channel / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
